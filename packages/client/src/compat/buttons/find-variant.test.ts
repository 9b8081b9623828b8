import { expect, test } from 'vitest'
import { type Choices, findVariant } from './find-variant.ts'
import type { Field } from './forms.ts'

const field = (id: string, more: Partial<Field> = {}): Field => ({
  id,
  owner: undefined,
  values: [id],
  isVisible: false,
  ...more,
})
const variants = (...ids: string[]) => ids.map((epi) => ({ epi, title: '' }))

/** On the page of product 1, whose record names variant 11 only. */
const choose = (more: Partial<Choices>) =>
  findVariant({
    empi: '1',
    around: [],
    announced: undefined,
    onPage: [],
    isHere: true,
    inAddress: undefined,
    written: undefined,
    variants: variants('11'),
    isComplete: false,
    canAsk: true,
    ...more,
  })

test.each([
  ['names the product', [field('13', { owner: '1' })]],
  ['offers a variant of the product', [field('13', { values: ['11', '12', '13'] })]],
  ['names the product, among others', [field('13', { owner: '1' }), field('21', { owner: '2' }), field('31')]],
])('a form that %s says the variant', (_, onPage) => {
  expect(choose({ onPage })).toEqual({ epi: '13' })
  expect(choose({ onPage, written: '11', inAddress: '11' })).toEqual({ epi: '13' })
})

test('the form around the button says the variant, unless it names another product', () => {
  expect(choose({ around: [field('13')] }).epi).toBe('13')
  expect(choose({ around: [field('13')], variants: variants('11', '12'), isComplete: true }).epi).toBeUndefined()
  expect(choose({ around: [field('21', { owner: '2' })], written: '12' }).epi).toBe('12')
  // the id of the product itself
  expect(choose({ around: [field('1')], written: '12' }).epi).toBe('12')
})

test('a form of another product is not used', () => {
  expect(choose({ onPage: [field('21', { owner: '2' })] })).toEqual({ epi: undefined, unsure: [] })
  expect(choose({ onPage: [field('21', { owner: '2' })], canAsk: false })).toEqual({ epi: '11' })
  const all = { variants: variants('11', '12'), isComplete: true }
  expect(choose({ ...all, onPage: [field('21')] }).epi).toBeUndefined()
  expect(choose({ ...all, onPage: [field('21')], inAddress: '99' }).epi).toBeUndefined()
})

test('the page’s only form is believed as long as the shop does not say otherwise', () => {
  expect(choose({ onPage: [field('13')] })).toEqual({ epi: '13', unsure: ['13'] })
  expect(choose({ onPage: [field('13')], written: '11' })).toEqual({ epi: '13', unsure: ['13', '11'] })
  expect(choose({ onPage: [field('13')], canAsk: false })).toEqual({ epi: '13', unsure: undefined })
  expect(choose({ onPage: [field('13'), field('21')] }).epi).toBeUndefined()
  expect(choose({ onPage: [field('13')], isHere: false }).epi).toBeUndefined()
})

test('elsewhere only a form that the shopper sees counts', () => {
  const elsewhere = { isHere: false, variants: variants('11', '12'), isComplete: true }
  expect(choose({ ...elsewhere, onPage: [field('12', { owner: '1' })] }).epi).toBeUndefined()
  expect(choose({ ...elsewhere, onPage: [field('12', { owner: '1', isVisible: true })] }).epi).toBe('12')
})

test('one variant on the page is the variant if it is the only one, or if nothing else can be learnt', () => {
  expect(choose({})).toEqual({ epi: undefined, unsure: [] })
  expect(choose({ isComplete: true })).toEqual({ epi: '11' })
  expect(choose({ canAsk: false })).toEqual({ epi: '11' })
})

test('the theme’s announcement, then the attribute, then the address', () => {
  const all = { variants: variants('11', '12', '13'), isComplete: true }
  expect(choose({ ...all, announced: '12', written: '11', inAddress: '13' }).epi).toBe('12')
  expect(choose({ ...all, announced: '99', written: '11', inAddress: '13' }).epi).toBe('11')
  expect(choose({ ...all, inAddress: '13' }).epi).toBe('13')
  expect(choose({ inAddress: '13' }).epi).toBe('13')
  expect(choose({ ...all, written: '99' }).epi).toBe('99')
})
