import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientTypes, typesFile } from '../client-types.ts'

test('the types of the client are those of the OpenAPI document (`node test/client-types.ts` writes them)', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await clientTypes())
})
