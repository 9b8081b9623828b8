/** A prerendered message equals a rendered one, and a template that computes with the recipient's values is rendered each time. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPrerendered, isCacheable, prerender } from './prerendered.ts'

test('a prerendered text filled with the same values is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom('@a@', '@b@'), fc.string())), (parts) => {
      const text = parts.join('')
      expect(fillPrerendered(prerender(text, ['@a@', '@b@']), ['@a@', '@b@'])).toBe(text)
    }),
  )
  expect(fillPrerendered(prerender('to @a@: @b@, @a@', ['@a@', '@b@']), ['Ada', 'x'])).toBe('to Ada: x, Ada')
})

test('a template that only inserts the recipient’s values can be cached', () => {
  for (const source of [
    'Hello {{ product.title | upcase }}',
    '<a href="{{ product.url }}">{{- address -}}</a>',
    "{{ 'why' | t: address: address, store: store.name }}",
    '{% if product.price != blank %}{{ product.price | money }}{% endif %} by address',
    '{{ offer.until | date: "long" }} {{ unsubscribe_url }}',
    "{% if asked_on != '' %}{{ asked_on }}{% endif %}{% if offer.place != blank %}{{ offer.place }}{% endif %}",
  ])
    expect(isCacheable(source), source).toBe(true)
})

test('a template that computes or branches with them cannot', () => {
  for (const source of [
    "{{ address | split: '@' | first }}",
    "{% if address contains 'vip' %}x{% endif %}",
    '{% assign a = address %}{{ a }}',
    '{% capture a %}{{ address }}{% endcapture %}{{ a | upcase }}',
    "{{ product.url | append: '?x=1' }}",
    "{{ product['url'] | upcase }}",
    '{{ product | json }}',
    '{% for part in product %}{{ part }}{% endfor %}',
    "{{ 'why' | t: address: address | upcase }}",
    '{% if offer.place == "1" %}x{% endif %}',
    '{{ offer | json }}',
    "{{ asked_on | split: ' ' | first }}",
  ])
    expect(isCacheable(source), source).toBe(false)
})
