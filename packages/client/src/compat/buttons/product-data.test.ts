import { describe, expect, test } from 'vitest'
import { handleOf, hasAllVariants, isPageProduct, recordOf, shopVariant, variantsOf } from './product-data.ts'

const lamp = {
  empi: 8003,
  epi: 80031,
  dt: 'Lamp',
  du: '/products/lamp',
  variants: [{ Brass: 80031 }, { Steel: 80032 }],
}
const ids = (page: object, named: object) => variantsOf(page, named).map(({ epi }) => epi)

describe('the record of a product', () => {
  test.each([
    ['by id', { 8003: lamp }, { empi: '8003' }],
    ['by handle', { lamp }, { empi: '8003', handle: 'lamp' }],
    ['by address', { '/products/lamp': lamp }, { url: '/products/lamp' }],
  ])('is found %s', (_, SwymViewProducts, named) => {
    expect(recordOf({ SwymViewProducts }, named)).toBe(lamp)
  })

  test('of the page counts only for the page’s own product', () => {
    const page = { SwymPageData: lamp }
    expect(recordOf(page, { empi: '8003' })).toBe(lamp)
    expect(recordOf(page, { empi: '9' })).toBeUndefined()
    expect(isPageProduct(page, { handle: 'lamp' })).toBe(true)
    expect(isPageProduct(page, { handle: 'pen' })).toBe(false)
    expect(isPageProduct({}, { empi: '8003' })).toBe(false)
  })

  test('the handle is part of the address', () => {
    expect(handleOf('https://shop.example/de/collections/x/products/lamp-2?variant=1')).toBe('lamp-2')
    expect(handleOf('/pages/lamp')).toBeUndefined()
    expect(handleOf(undefined)).toBeUndefined()
  })
})

describe('the variants of a product', () => {
  test('are those of all sources, each once', () => {
    const page = {
      SwymViewProducts: { 8003: { ...lamp, variants: '[{"Brass":80031}]' } },
      SwymProductVariants: {
        80032: { empi: 8003, pr: 45, iu: '/steel.jpg', variants: [{ Steel: 80032 }] },
        99: { empi: 9 },
      },
      SwymWatchProducts: { 8003: { 80033: { id: 80033, title: 'Iron', available: false } } },
    }
    expect(variantsOf(page, { empi: '8003' })).toEqual([
      { epi: '80031', title: 'Brass' },
      { epi: '80033', title: 'Iron', available: false },
      { epi: '80032', title: 'Steel', price: 45, image: '/steel.jpg' },
    ])
  })

  test('a page that names only the selected one still has the others', () => {
    const page = {
      SwymPageData: { ...lamp, variants: [{ Brass: 80031 }] },
      SwymProductInfo: { product: { id: 8003 }, variants: [{ id: 80031 }, { id: 80032, title: 'Steel', price: 4500 }] },
    }
    expect(ids(page, { empi: '8003' })).toEqual(['80031', '80032'])
  })

  test('in wire names have the name in vi, and stk 0 means sold out', () => {
    const brass = {
      et: 1,
      dt: 'Lamp',
      epi: 80031,
      empi: 8003,
      du: '/products/lamp',
      iu: '/b.jpg',
      pr: 49,
      stk: 0,
      vi: 'Brass',
    }
    const steel = { ...brass, epi: 80032, iu: undefined, stk: 2, vi: 'Steel' }
    const expected = [
      { epi: '80031', title: 'Brass', price: 49, image: '/b.jpg', available: false },
      { epi: '80032', title: 'Steel', price: 49, available: true },
    ]
    const named = { empi: '8003' }
    const info = { SwymProductInfo: { product: { id: 8003 }, variants: [brass, steel] } }
    expect(variantsOf(info, named)).toEqual(expected)
    expect(variantsOf({ SwymProductVariants: { 80031: brass, 80032: steel } }, named)).toEqual(expected)
    // a shop may sell without stock
    const watched = { SwymWatchProducts: { 8003: { 80031: { id: 80031, available: true } } } }
    expect(variantsOf({ ...info, ...watched }, named)[0]?.available).toBe(true)
  })

  test('are made of nothing else', () => {
    const variants = [
      { title: 'Brass', sku: 1 },
      { stk: 0 },
      { Brass: 80031, Steel: 80032 },
      { title: 'Brass' },
      null,
      5,
      {},
    ]
    expect(ids({ SwymViewProducts: { 8003: { empi: 8003, variants } } }, { empi: '8003' })).toEqual([])
  })

  test('of the page’s own record may not be all', () => {
    const named = { empi: '8003' }
    expect(hasAllVariants({ SwymPageData: lamp }, named)).toBe(false)
    expect(hasAllVariants({ SwymPageData: lamp, SwymProductVariants: { 80031: { empi: 8003 } } }, named)).toBe(false)
    expect(hasAllVariants({ SwymViewProducts: { 8003: lamp } }, named)).toBe(true)
    expect(hasAllVariants({ SwymPageData: lamp, SwymProductInfo: { product: { id: 8003 } } }, named)).toBe(true)
    expect(hasAllVariants({ SwymWatchProducts: { 8003: {} } }, named)).toBe(true)
  })

  test('of another product are not taken', () => {
    const page = { SwymPageData: lamp, SwymProductVariants: { 80031: { empi: 8003 } } }
    expect(ids(page, { empi: '8002' })).toEqual([])
    expect(ids({}, { empi: '8002' })).toEqual([])
  })

  test('have prices in units and no title if the product has no options', () => {
    expect(shopVariant({ id: 1, title: 'Default Title', price: 1250, featured_image: { src: '/a.jpg' } })).toEqual({
      title: '',
      price: 12.5,
      image: '/a.jpg',
      available: undefined,
    })
    const prices = (pr: unknown, price: unknown) =>
      variantsOf({ SwymViewProducts: { 1: { empi: 1, pr, variants: [{ id: 2, price }] } } }, { empi: '1' })[0]?.price
    expect(prices('199.00', 199)).toBe(199)
    expect(prices('199.00', '199.00')).toBe(199)
    expect(prices(199, 19900)).toBe(199)
    expect(prices(undefined, 19900)).toBe(199)
    const stock = { inventory_management: 'shopify', inventory_quantity: 0 }
    expect(shopVariant(stock).available).toBe(false)
    expect(shopVariant({ ...stock, inventory_policy: 'continue' }).available).toBeUndefined()
  })
})
