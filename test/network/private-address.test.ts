import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from '../../src/network/private-address.ts'

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'not an address',
    '1.2.3',
    '1.2.3.999',
    '1::2::3',
    '',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '2606:4700::1111',
    '2a00:1450:4001:800::200e',
    '::ffff:8.8.8.8',
    '::ffff:11.0.0.1',
    '64:ff9b::11.0.0.1',
    '2002:b00:1::',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})
