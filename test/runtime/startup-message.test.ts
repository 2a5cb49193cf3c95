import { expect, test } from 'vitest'
import { writeWelcome } from '../../src/runtime/startup-message.ts'

const base = {
  version: '1.0.0',
  url: 'http://127.0.0.1:8787',
  dataDir: './data',
  apiKey: 'sk-abc',
  callbackSecret: 'c0ffee',
  samplePath: 'test/a.pdf',
}

test('the first start shows the key and a command', () => {
  const text = writeWelcome(base)
  expect(text).toContain('Sheaf 1.0.0 listens on http://127.0.0.1:8787 (data in ./data)')
  expect(text).toContain('\n  sk-abc\n')
  expect(text).toContain('\nIts callbacks are signed with c0ffee\n')
  expect(text).toContain('\n  curl -F api_key=sk-abc -F file=@test/a.pdf http://127.0.0.1:8787/api/v1/parse/sync\n')
})

test('later starts show the address only', () => {
  expect(writeWelcome({ ...base, apiKey: null, callbackSecret: null })).toBe(
    'Sheaf 1.0.0 listens on http://127.0.0.1:8787 (data in ./data)\n',
  )
})

test('what a shell would take apart is quoted', () => {
  const text = writeWelcome({ ...base, url: 'http://[::1]:8787', samplePath: "it's here/a b.pdf" })
  expect(text).toContain(`-F 'file=@it'\\''s here/a b.pdf' 'http://[::1]:8787/api/v1/parse/sync'`)
})
