/** `npm run mails -- FOLDER`: writes every mail that a shopper can get, in every language, light and dark, to look at. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WrittenMail, writeMails } from './write-mails.ts'

const cell = ({ name, file }: WrittenMail) =>
  `<td><a href="${file}.html">${name}</a> <a href="${file}.dark.html">dark</a> <a href="${file}.txt">text</a></td>`

export async function main(_root: string, [folder]: string[]): Promise<number> {
  if (!folder) {
    console.error('Name a folder: npm run mails -- FOLDER')
    return 2
  }
  const mails = writeMails(folder)
  const styles = [...new Set(mails.map(({ style }) => style))]
  const rows = styles.map((style) => {
    const cells = mails.filter((mail) => mail.style === style).map(cell)
    return `<tr><th>${style}</th>${cells.join('')}</tr>`
  })
  writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><table>${rows.join('\n')}</table>\n`)
  console.log(`${join(folder, 'index.html')} shows them all.`)
  return 0
}
