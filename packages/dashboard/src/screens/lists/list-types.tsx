/** Which types of lists there are, and what can be saved. */
import { useSay } from '../../words/words.ts'
import { listSections } from '../settings/fields.ts'
import { SettingForm } from '../settings/setting-form.tsx'
import { ListsFrame } from './frame.tsx'

export function ListTypes() {
  const say = useSay()
  return (
    <ListsFrame about={say('Which types of lists shoppers may keep, and what they may put there.')}>
      {listSections.map((section) => (
        <SettingForm key={section.title} section={section} />
      ))}
    </ListsFrame>
  )
}
