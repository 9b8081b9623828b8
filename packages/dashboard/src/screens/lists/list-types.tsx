/** Settings: types of lists, and what can be saved. */
import { useT } from '../../words/translate.ts'
import { listSections } from '../settings/general/setting-fields.ts'
import { SettingForm } from '../settings/general/setting-form.tsx'
import { ListsLayout } from './lists-layout.tsx'

export function ListTypes() {
  const t = useT()
  return (
    <ListsLayout about={t('Which types of lists shoppers can create, and what they can save.')}>
      {listSections.map((section) => (
        <SettingForm key={section.title} section={section} />
      ))}
    </ListsLayout>
  )
}
