/** Writes every mail that a shopper can get into a folder, in every language and in the styles of a store. */
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

/** A language, or a language with settings of the store. */
const styles = [
  ...languages.map((language) => ({ style: language as string, language, settings: {} })),
  { style: 'de-du', language: 'de', settings: { 'german-address': 'du' } },
  { style: 'en-logo', language: 'en', settings: { 'logo-url': sampleLogo, 'brand-color': '#7a2f5c' } },
]

export type WrittenMail = { name: string; style: string; file: string; path: string }

/** `only`: these styles; without it all. */
export function writeMails(folder: string, only?: string[]): WrittenMail[] {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'picture.svg'), picture)
  writeFileSync(join(folder, 'logo.svg'), logo)
  return styles
    .filter(({ style }) => !only || only.includes(style))
    .flatMap(({ style, language, settings }) =>
      sampleMails(sampleStore(settings), language).map((mail) => {
        const html = mail.html.replaceAll(samplePicture, 'picture.svg').replaceAll(sampleLogo, 'logo.svg')
        const file = `${mail.name}.${style}`
        const path = join(folder, `${file}.html`)
        writeFileSync(path, html)
        writeFileSync(join(folder, `${file}.dark.html`), darken(html))
        writeFileSync(join(folder, `${file}.txt`), mail.text)
        return { name: mail.name, style, file, path }
      }),
    )
}
