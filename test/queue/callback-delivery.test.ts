import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from '../../src/model/network-address.ts'
import { checkCallbackUrl } from '../../src/queue/callback-delivery.ts'

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

describe('URLs', () => {
  const problemOf = (url: string): string | null => checkCallbackUrl(url, { allowPrivate: false })
  test.each([
    ['ftp://example.com/', 'https or http'],
    ['file:///etc/passwd', 'https or http'],
    ['example.com/done', 'not an address'],
    ['https://user:word@example.com/', 'user name'],
    ['http://localhost/', 'private'],
    ['http://LOCALHOST.:8080/', 'private'],
    ['http://api.localhost/', 'private'],
    ['http://127.1/', 'private'],
    ['http://2130706433/', 'private'],
    ['http://0x7f000001/', 'private'],
    ['http://[::1]/', 'private'],
    ['http://[::ffff:127.0.0.1]/', 'private'],
    ['http://169.254.169.254/latest/meta-data', 'private'],
    ['http://metadata.google.internal/', 'private'],
  ])('%s is refused', (url, words) => {
    expect(problemOf(url)).toContain(words)
  })

  test('public URLs are accepted, private ones only if allowed', () => {
    for (const url of ['https://example.com/done?x=1', 'http://8.8.8.8:8080/', 'https://[2606:4700::1111]/'])
      expect(problemOf(url)).toBeNull()
    expect(checkCallbackUrl('http://127.0.0.1:1/', { allowPrivate: true })).toBeNull()
    expect(checkCallbackUrl('ftp://127.0.0.1/', { allowPrivate: true })).not.toBeNull()
    expect(problemOf(`https://example.com/${'a'.repeat(2000)}`)).toContain('2020 characters; the limit is 2000')
  })
})
