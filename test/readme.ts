/** The README's table of settings, made from the schema that reads them. `node test/readme.ts` writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configTable } from '../src/runtime/config.ts'

const path = join(import.meta.dirname, '../README.md')
const begin = '<!-- settings: node test/readme.ts -->'
const end = '<!-- /settings -->'

/** The table as it should stand in the README. */
export function settingsTable(): string {
  const rows = configTable.map(
    ({ name, node, workers, meaning }) =>
      `| \`${name}\` | ${node ?? '–'} | ${workers === null ? '–' : workers === node ? 'same' : workers} | ${meaning} |`,
  )
  return ['| variable | Node | Workers | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

/** The table as it stands there; `null` without its marks. */
export function readmeTable(): string | null {
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  return from < 0 || to < from ? null : text.slice(from + begin.length, to).trim()
}

if (import.meta.main) {
  const text = readFileSync(path, 'utf8')
  const table = readmeTable()
  if (table === null) throw new Error(`README.md lacks the marks ${begin} and ${end}`)
  writeFileSync(
    path,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n${settingsTable()}\n${text.slice(text.indexOf(end))}`,
  )
}
