/** Pictures of every mail to shoppers, as a mail program shows it in a window of this size. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type WrittenMail, writeMails } from '../../mails/write-mails.ts'
import type { Walk } from './walk.ts'

/** Every mail in one language; the other styles, one of them read from right to left, by one mail. */
const styles = ['en', 'ar', 'en-logo']
const isShown = ({ name, style }: WrittenMail) => style === 'en' || name === 'restock'

export async function takeMails({ page, take, folder }: Walk): Promise<void> {
  for (const { name, style, path } of writeMails(join(folder, 'mails'), styles).filter(isShown)) {
    await page.goto(pathToFileURL(path).href)
    await take(`mail-${name}-${style}`, { whole: true, within: '[role=article]' })
  }
}
