/** An offer is an order of telling: no text says that a unit is held or reserved for somebody. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtIn, letterKinds } from '../packages/server/src/letters/built-in.ts'
import { deDu } from '../packages/server/src/letters/languages/de-du.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Source files below a folder of the project. */
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter(
      (path) =>
        ending.test(path) && !/node_modules|\/dist\/|\.test\.|\/testing\/|openapi\.json|conformance\.md/.test(path),
    )

/** What shops say of goods that are put aside, in each language that shoppers read. */
const forbidden: Readonly<Record<string, RegExp>> = {
  en: /\bheld\b|\bhold(s|ing)?\b(?! on)|\breserv|put aside|set aside|kept for you/i,
  de: /zurückgeleg|zurücklegen|reservier|vorgemerkt für sie|für sie bereit/i,
  fr: /réserv|mis de côté|gardé pour vous/i,
  es: /reservad|apartad|guardado para ti/i,
  it: /riservat|prenotat|messo da parte|tenuto da parte/i,
  nl: /gereserveerd|apart (gehouden|gelegd|tot)|vastgehouden/i,
  pt: /reservad|separado para|guardado para você/i,
  sv: /undanlag|reserverad|lagt undan/i,
  ja: /取り置き|取置|予約済|確保/,
  ar: /محجوز|حجز/,
  hi: /आरक्षित|सुरक्षित|रिज़र्व/,
}

const languages = Object.keys(forbidden)

// proves C8.4.words
test.each(languages)('no message, page or widget in %s says that a unit is reserved', async (language) => {
  const letters = (await import(`../packages/server/src/letters/languages/${language}.ts`)) as Record<string, object>
  const texts = Object.entries(letters[language]!) as [string, string][]
  expect(texts.length).toBeGreaterThan(50)
  if (language === 'de') texts.push(...Object.entries(deDu))
  if (language !== 'en') {
    const files = filesIn('packages/client/src/widgets/words', new RegExp(`/${language}\\.ts$`))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const { words } = (await import(`../${file}`)) as { words: object }
      texts.push(...(Object.entries(words) as [string, string][]))
    }
  }
  for (const [key, text] of texts) expect(text, key).not.toMatch(forbidden[language]!)
})

// proves C8.4.words
test('the English texts in the widgets do not say it either', () => {
  const texts = filesIn('packages/client/src/widgets', /\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/\bt\(\s*'\w+',\s*'([^']+)'/g)].map(([, text]) => text!),
  )
  expect(texts.length).toBeGreaterThan(20)
  for (const text of texts) expect(text).not.toMatch(forbidden.en!)
})

/** Messages about saved items and restock dates are not about units: nobody is next. */
const isWithoutOffer = (kind: string) => ['savedItems', 'dateMoved', 'dateMissed'].includes(kind)

// proves C8.4.next
test('an alert with an offer names the time of the next people in every medium', () => {
  for (const kind of letterKinds.filter((kind) => !isWithoutOffer(kind)))
    for (const medium of ['email', 'sms', 'push'] as const) {
      const { html, text } = builtIn(kind, medium)
      for (const part of [html, text])
        if (part) expect(part).toMatch(/offer(Next|Sms)['"] \| t: time: offer\.until_text/)
    }
})

// proves C8.4.words
test('no text of the dashboard says it, in English or German', () => {
  const german = filesIn('packages/dashboard/src/words', /de-.*\.ts$/)
    .map(read)
    .join('\n')
  expect(german).not.toMatch(forbidden.de!)
  const english = filesIn('packages/dashboard/src/screens', /\.tsx?$/).flatMap((path) =>
    [...read(path).matchAll(/(?:\bt\(\s*|label: |about: |, )'([A-Za-z{][^'\n]*? [^'\n]*)'/g)].map(([, text]) => text!),
  )
  expect(english.length).toBeGreaterThan(200)
  for (const text of english) expect(text).not.toMatch(/\breserved (for|until)|\bheld (for|until)/i)
})

test('no document, page of the demo store or sentence of a timeline says it', () => {
  const documents = [...filesIn('docs', /\.md$/), ...filesIn('packages/server/demo', /\.(js|html|json)$/), 'README.md']
  const pages = [...filesIn('packages/server/src/pages', /\.ts$/), ...filesIn('packages/server/src/cli', /\.ts$/)]
  const sentences = ['packages/server/src/domain/timeline/sentences-en.ts', 'docs/openapi.json']
  for (const path of [...documents, ...pages, ...sentences])
    expect(read(path), path).not.toMatch(
      /(unit|product|item|offer)s? (is|are|stays?|was) (held|reserved)|held (for you|until)|reserved (for you|until)/i,
    )
})
