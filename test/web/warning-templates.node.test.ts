/** The sentences of the service that the web pages translate are still its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import warnings from '../../src/web/messages/warnings.zh-CN.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../../src')
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('web'))
  .map((path) => readFileSync(join(folder, path), 'utf8'))
  .join('\n')

/** Placeholders, and words that the service inserts in place of others. */
const inserted =
  /\{\w+\}|rows? or columns? (?:was|were)|is damaged|takes too long|needs more memory than there is|(?<=were kept)|Page \{page\}:? /

test.each(Object.keys(warnings))('%s', (template) => {
  const [longest = ''] = template.split(inserted).sort((a, b) => b.length - a.length)
  expect(source.includes(longest), longest).toBe(true)
})
