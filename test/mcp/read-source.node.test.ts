import { expect, test } from 'vitest'
import { createReadSource } from '../../src/mcp/read-source.node.ts'

const readSource = createReadSource({
  resolvePath: async (path) => path,
  upload: { maxUploadBytes: 1_000_000, maxUploadMb: 1 },
})
const { signal } = new AbortController()
const page = btoa('<h1>Report</h1>')

test.each([
  page,
  ` ${page}\n`,
  `${page.slice(0, 8)}\r\n${page.slice(8)} \t`,
  btoa('a plain text'),
  `${btoa('a text.')}\n`,
])('%j is base64', async (base64) => {
  const { bytes } = await readSource({ base64, file_name: 'a.txt' }, signal)
  expect(new TextDecoder().decode(bytes)).toBe(atob(base64))
})

test.each(['A!', 'QQ===', 'Q=Q', '=='.repeat(2)])('%j is refused', async (base64) => {
  await expect(readSource({ base64 }, signal)).rejects.toMatchObject({ code: 1133 })
})

test('a long run of spaces before a wrong character takes linear time', async () => {
  const startedAt = performance.now()
  await expect(readSource({ base64: `A${' '.repeat(200_000)}!` }, signal)).rejects.toMatchObject({ code: 1133 })
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
