/** A person's own account: who they are, how they sign in, and where they are signed in. */
import { Page } from '../parts/page.tsx'
import { useSay } from '../words/words.ts'
import { Email } from './account/email.tsx'
import { ChangePassword } from './account/password.tsx'
import { Profile } from './account/profile.tsx'
import { SecondFactor } from './account/second-factor.tsx'
import { Sessions } from './account/sessions.tsx'

export function AccountState() {
  const say = useSay()
  return (
    <Page title={say('Your account')} about={say('For every store you work for.')}>
      <Profile />
      <Email />
      <ChangePassword />
      <SecondFactor />
      <Sessions />
    </Page>
  )
}
