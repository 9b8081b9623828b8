/** All mails to shoppers are one family: tables, one button, dark colours, a plain text, and a footer that says truly why. */
import { languages } from '@heartbell/contract/dashboard/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandColors, cardColor, darkCardColor } from './rendering/brand.ts'
import { contrastOf } from './rendering/colors.ts'
import { sampleLogo, sampleMails, samplePicture, sampleStore } from './testing/sample-mails.ts'

const mail = (name: string, settings: Record<string, string> = {}, language = 'en') =>
  sampleMails(sampleStore(settings), language).find((one) => one.name === name)!

const withoutStyles = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, '')

test.each(languages)(
  'in %s every mail is laid out by tables, with one button and a text for every picture',
  (language) => {
    for (const { name, html } of sampleMails(sampleStore(), language)) {
      const body = withoutStyles(html)
      for (const tag of body.match(/<table[^>]*>/g)!) expect(tag, name).toContain('role="presentation"')
      for (const tag of body.match(/<img[^>]*>/g) ?? []) {
        expect(tag, name).toMatch(/ alt="/)
        // Outlook for Windows ignores the style.
        expect(tag, name).toMatch(/ (width|height)="\d+"/)
      }
      expect(body, name).not.toMatch(/display:(flex|grid)|position:|<script|float:/)
      expect(
        body.match(/<td class="button"[^>]*bgcolor="#[0-9a-f]{6}"[^>]*><a href="https:[^"]+"/g),
        name,
      ).toHaveLength(1)
      expect(body, name).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
      expect(body.match(/<h1/g), name).toHaveLength(1)
      expect(body.length, name).toBeLessThan(100_000)
    }
  },
)

test('every mail has dark colours for mail programs with a media query and for Outlook', () => {
  for (const { name, html } of sampleMails(sampleStore(), 'en')) {
    expect(html, name).toContain('<meta name="color-scheme" content="light dark">')
    expect(html, name).toContain('@media (prefers-color-scheme:dark)')
    expect(html, name).toMatch(/\[data-ogsb\] \.card\{background-color:/)
    expect(html, name).toMatch(/\[data-ogsc\] \.ink,\[data-ogsc\] \.note\{color:/)
    expect(html, name).toContain('<!--[if mso]>')
  }
})

test.each(languages)('in %s the plain text has the same link, reason and postal address', (language) => {
  for (const { name, html, text } of sampleMails(sampleStore(), language)) {
    const [, link] = /<td class="button"[^>]*><a href="([^"]+)"/.exec(html)!
    expect(text, name).toContain(link)
    expect(text, name).not.toMatch(/<\w|&amp;|\{|\}|undefined|\bnull\b/)
    for (const part of [html, text]) expect(part, name).toContain('1 Fern Lane, 10115 Berlin')
    for (const [url] of html.matchAll(/https:\/\/wishes\.example\/[uo]\/[\w-]+/g)) expect(text, name).toContain(url)
  }
})

test('the footer says when the reader asked, or that the product was saved', () => {
  const asked = mail('restock')
  const saved = mail('price-drop-saved')
  for (const part of [asked.html, asked.text]) {
    expect(part).toContain('because you asked Fern')
    expect(part).toContain('on May 3, 2026')
    expect(part).toContain('You asked us to let you know.')
    expect(part).not.toContain('saved')
  }
  for (const part of [saved.html, saved.text]) {
    expect(part).toContain('because you saved this product in a list at Fern')
    expect(part).toContain('You saved it in your list.')
    expect(part).not.toContain('you asked')
  }
})

test('a price alert names the price that the reader named, when it is reached', () => {
  expect(mail('price-drop').text).toContain('It now costs no more than the €25.00 you named.')
  expect(mail('price-drop-saved').text).toContain('It costs less than before.')
})

test('an alert shows picture, price, earlier price and place in line', () => {
  const { html, text } = mail('restock')
  expect(html).toContain(`src="${samplePicture}"`)
  for (const part of [html, text]) {
    expect(part).toContain('€24.50')
    expect(part).toContain('instead of €29.00')
    expect(part).toContain('Place in line: 2')
  }
})

test('a confirmation and a shared list show pictures and prices of the products', () => {
  for (const name of ['confirm', 'shared-list']) {
    const { html, text } = mail(name)
    expect(html).toContain(samplePicture)
    for (const part of [html, text]) expect(part).toMatch(/12 cm pot · €24\.50[\s\S]*2 × Large · €18\.00/)
  }
})

test('the logo takes the place of the name and leads to the shop', () => {
  const { html } = mail('restock', { 'logo-url': sampleLogo })
  expect(html).toMatch(
    /<a href="https:\/\/shop\.example"[^>]*><img class="logo" src="[^"]*logo\.svg" alt="Fern &amp; Field"/,
  )
})

test('German mails say Sie, or du where the store says so', () => {
  for (const { name, html, text } of sampleMails(sampleStore({ 'german-address': 'du' }), 'de'))
    for (const part of [withoutStyles(html), text]) expect(part, name).not.toMatch(/\b(Sie|Ihnen|Ihre?[nmr]?)\b/)
  expect(mail('restock', {}, 'de').text).toContain('Sie wollten Bescheid wissen.')
  expect(mail('restock', { 'german-address': 'du' }, 'de').text).toContain('Du wolltest Bescheid wissen.')
  expect(mail('shared-list', { 'german-address': 'du' }, 'de').subject).toBe('Ada teilt eine Liste mit dir')
})

test('any colour of a store is readable, in light and dark', () => {
  const color = fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
  fc.assert(
    fc.property(color, (one) => {
      const brand = brandColors(one)
      expect(contrastOf(brand.color, brand.onColor)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(brand.darkColor, brand.onDarkColor)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(brand.darkColor, darkCardColor)).toBeGreaterThanOrEqual(3)
      expect(contrastOf(brand.tint, '#161b19')).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(brand.darkTint, '#f2f4f2')).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(cardColor, '#5c6661')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
