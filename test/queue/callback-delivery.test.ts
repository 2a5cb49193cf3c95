import { describe, expect, test } from 'vitest'
import { checkCallbackUrl } from '../../src/queue/callback-delivery.ts'

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
