/** A person's own account: profile, sign-in settings, sessions. */
import { Page } from '../../components/layout/page.tsx'
import { useT } from '../../words/translate.ts'
import { Email } from './email.tsx'
import { ChangePassword } from './password.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function Account() {
  const t = useT()
  return (
    <Page title={t('Your account')} about={t('Applies to all your stores.')}>
      <Profile />
      <Email />
      <ChangePassword />
      <SecondFactor />
      <Sessions />
    </Page>
  )
}
