import { expect, test } from 'vitest'
import { readmeTable, settingsTable } from './readme.ts'

test("the README's table of settings is the schema's (node test/readme.ts writes it)", () => {
  expect(readmeTable()).toBe(settingsTable())
})
