/** The options of the playground, and the programs it writes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import english from '../../src/web/messages/en.json' with { type: 'json' }
import { isOwnWarning, playgroundDefaults } from '../../src/web/playground/options.ts'

const root = join(import.meta.dirname, '../..')

test('the form has every option that docs/api.md documents', () => {
  const documented = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const table = documented.slice(
    documented.indexOf('## Fields of a parse request'),
    documented.indexOf('## The envelope'),
  )
  const names = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  const own = ['file', 'api_key', 'element_formats', 'feature_config']
  expect(names.length).toBeGreaterThan(25)
  for (const name of names.filter((candidate) => !own.includes(candidate))) {
    expect(Object.keys(english)).toContain(`option.${name}`)
    expect(Object.keys(english)).toContain(`option.${name}.help`)
  }
})

test('warnings about options that only the playground sets are not shown', () => {
  const warning = 'page_images: a file that is read without conversion has no page images'
  expect(isOwnWarning(warning, playgroundDefaults)).toBe(true)
  expect(isOwnWarning(warning.replace('page_images', 'callback_url'), playgroundDefaults)).toBe(false)
  expect(isOwnWarning(warning, { ...playgroundDefaults, page_images: 'false' })).toBe(false)
  expect(isOwnWarning('Page 2 is damaged: it was left empty.', playgroundDefaults)).toBe(false)
})

test('each message is used', () => {
  const folder = join(root, 'src/web')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  // Ids that are made from data: `type.${type}`.
  const prefixes = [...source.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map(([, prefix = '']) => prefix)
  const unused = Object.keys(english).filter(
    (id) => !source.includes(`'${id}'`) && !prefixes.some((prefix) => id.startsWith(prefix)),
  )
  expect(unused).toEqual([])
})
