/** Network addresses: one network in any notation, and how much of an address is shown. */
import { expect, test } from 'vitest'
import { networkOf, shortenAddress } from './ip-networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.x'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:…'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:…'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:…'],
  ['::1', '0:0:0:0::/64', '0:0:0:…'],
  ['unknown', 'unknown', ''],
])('%s is counted as %s and shown as %s', (address, network, shown) => {
  expect([networkOf(address), shortenAddress(address)]).toEqual([network, shown])
})
