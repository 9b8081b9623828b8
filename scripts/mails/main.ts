/** `npm run mails -- FOLDER`: writes every mail that a shopper can get, in every language, light and dark, to look at. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../packages/contract/src/dashboard/messages.ts'
import {
  sampleLogo,
  sampleMails,
  samplePicture,
  sampleStore,
} from '../../packages/server/src/letters/testing/sample-mails.ts'

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="#e6ece2"/><path d="M140 290h120l-14 80h-92z" fill="#b9653f"/><path d="M200 290c-10-90-70-120-110-130 10 60 50 110 110 130Zm0 0c0-110 60-160 110-180 0 80-40 150-110 180Zm0 0c-20-110-10-180 10-220 30 60 30 150-10 220Z" fill="#2f7a4c"/></svg>`
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 48" height="48" width="240"><path d="M8 40c0-20 10-30 30-32 0 20-10 30-30 32Z" fill="#2f7a4c"/><text x="50" y="33" font-family="Georgia,serif" font-size="26" fill="#161b19">Fern &amp; Field</text></svg>`

/** As on a dark screen, whatever the screen. */
const darken = (html: string) => html.replace('(prefers-color-scheme:dark)', 'all')

export async function main(_root: string, [folder]: string[]): Promise<number> {
  if (!folder) {
    console.error('Name a folder: npm run mails -- FOLDER')
    return 2
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'picture.svg'), picture)
  writeFileSync(join(folder, 'logo.svg'), logo)
  const styles = [
    ...languages.map((language) => ({ name: language as string, language, settings: {} })),
    { name: 'de-du', language: 'de', settings: { 'german-address': 'du' } },
    { name: 'en-logo', language: 'en', settings: { 'logo-url': sampleLogo, 'brand-color': '#7a2f5c' } },
  ]
  const rows = styles.map(({ name, language, settings }) => {
    const cells = sampleMails(sampleStore(settings), language).map((mail) => {
      const html = mail.html.replaceAll(samplePicture, 'picture.svg').replaceAll(sampleLogo, 'logo.svg')
      const file = `${mail.name}.${name}`
      writeFileSync(join(folder, `${file}.html`), html)
      writeFileSync(join(folder, `${file}.dark.html`), darken(html))
      writeFileSync(join(folder, `${file}.txt`), mail.text)
      return `<td><a href="${file}.html">${mail.name}</a> <a href="${file}.dark.html">dark</a> <a href="${file}.txt">text</a></td>`
    })
    return `<tr><th>${name}</th>${cells.join('')}</tr>`
  })
  writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><table>${rows.join('\n')}</table>\n`)
  console.log(`${join(folder, 'index.html')} shows them all.`)
  return 0
}
