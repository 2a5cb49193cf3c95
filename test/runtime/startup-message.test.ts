import { expect, test } from 'vitest'
import { startupMessage } from '../../src/runtime/startup-message.ts'

const base = {
  ready: 'Sheaf 1.0.0 listens on http://127.0.0.1:8787 (data in ./data)',
  url: 'http://127.0.0.1:8787',
  firstKey: { apiKey: 'sk-abc', callbackSecret: 'c0ffee' },
  keyHint: 'more keys: npm run sheaf -- keys create',
  samplePath: 'test/a.pdf',
}

test('the first start shows the key and a command', () => {
  const text = startupMessage(base)
  expect(text).toContain('Sheaf 1.0.0 listens on http://127.0.0.1:8787 (data in ./data)')
  expect(text).toContain('(more keys: npm run sheaf -- keys create):\n\n  sk-abc\n')
  expect(text).toContain('\nIts callbacks are signed with c0ffee\n')
  expect(text).toContain('\n  curl -F api_key=sk-abc -F file=@test/a.pdf http://127.0.0.1:8787/api/v1/parse/sync\n')
})

test('a log gets the name of the file instead of the key', () => {
  const text = startupMessage({ ...base, keyFile: '/data/first-key.txt' })
  expect(text).toContain('\n  /data/first-key.txt\n')
  expect(text).toContain('\n  curl -F "api_key=$(head -n 1 /data/first-key.txt)" -F file=@test/a.pdf http:')
  expect(text).not.toMatch(/sk-abc|c0ffee/)
})

test('later starts show only the address', () => {
  expect(startupMessage({ ...base, firstKey: null })).toBe(
    'Sheaf 1.0.0 listens on http://127.0.0.1:8787 (data in ./data)\n',
  )
})

test('special characters of the shell are quoted', () => {
  const text = startupMessage({ ...base, url: 'http://[::1]:8787', samplePath: "it's here/a b.pdf" })
  expect(text).toContain(`-F 'file=@it'\\''s here/a b.pdf' 'http://[::1]:8787/api/v1/parse/sync'`)
})
