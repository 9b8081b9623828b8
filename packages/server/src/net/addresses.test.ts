import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'

/** Listed here independently of the library that the code uses. */
const ours: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
]
const blocked = new BlockList()
for (const [network, bits, family] of ours) blocked.addSubnet(network, bits, family)

const near = ours.flatMap(([network]) => {
  const [a, b, c, d] = network.split('.').map(Number) as [number, number, number, number]
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  return [number, number - 1, number + 1].map((one) => one >>> 0)
})
const write = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
const v4 = fc.oneof(fc.constantFrom(...near), fc.integer({ min: 0, max: 0xffff_ffff })).map(write)

test('an IPv4 address is public exactly when no special network contains it', () => {
  fc.assert(
    fc.property(v4, (address) => isPublicAddress(address) === !blocked.check(address, 'ipv4')),
    { numRuns: 5000 },
  )
})

test('an address embedded in another is never public', () => {
  fc.assert(
    fc.property(v4, fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'), (address, before) => {
      expect(isPublicAddress(`${before}${address}`)).toBe(false)
    }),
  )
})

test('only allocated IPv6 addresses are public', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      if (isPublicAddress(address)) expect(address).toMatch(/^[23][0-9a-f]{3}:/i)
    }),
  )
  const local = [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    'fec0::1',
    '100::1',
    '4000::1',
  ]
  const tunnels = ['2001:db8::1', '2002:7f00:1::', '2001::1', '2001:2::1', '2001:20::1']
  for (const address of [...local, ...tunnels]) expect([address, isPublicAddress(address)]).toEqual([address, false])
  expect(isPublicAddress('2606:4700::1111')).toBe(true)
  expect(isPublicAddress('8.8.8.8')).toBe(true)
})

test('text that is no address, or is written to look like another, is not public', () => {
  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '0x8.8.8.8',
    '010.8.8.8',
    '134744072',
    '8.8.8.8:80',
    ' 8.8.8.8',
    '[::1]',
  ])
    expect([text, isPublicAddress(text)]).toEqual([text, false])
})

test('loopback is recognized in both families', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true])
  expect(['128.0.0.1', '::2', '::ffff:127.0.0.1', 'x'].map(isLoopbackAddress)).toEqual([false, false, false, false])
})
