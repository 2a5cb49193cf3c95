import { expect, test } from 'vitest'
import { documentedTable, settingsTable } from './settings-table.ts'

test('docs/configuration.md lists all settings (node test/settings-table.ts updates it)', () => {
  expect(documentedTable()).toBe(settingsTable())
})
