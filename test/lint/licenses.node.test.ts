/**
 * Licenses of the packages that are delivered: each must allow use in a program under AGPL-3.0-or-later, and be
 * documented.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

const root = join(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const delivered = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)

/** Compatible according to https://www.gnu.org/licenses/license-list.html. */
const compatible = new Set([
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0',
  'MIT',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
])

test('every delivered package has a compatible license', () => {
  const others = delivered.filter(([, { license = 'none' }]) => !compatible.has(license))
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('the licenses in use are documented', () => {
  const documented = readFileSync(join(root, 'docs/operations/dependencies.md'), 'utf8')
  for (const license of new Set(delivered.map((each) => each[1].license)))
    expect(documented).toContain(`| ${license} |`)
})

test('versions of direct dependencies are pinned', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+[\w.-]*$/)
})
