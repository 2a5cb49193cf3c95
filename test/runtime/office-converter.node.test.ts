import { expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/config.ts'
import { openSoffice } from '../../src/runtime/office-converter.node.ts'
import { silentLog } from '../../src/telemetry/log.ts'

function warningsWith(environment: Record<string, string>): unknown[] {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...entry: unknown[]) => void warnings.push(entry) }
  expect(openSoffice(readConfig(environment, 'node').office, log)).toBeNull()
  return warnings
}

test('a program of OFFICE_SOFFICE that does not exist is logged; "off" is not', () => {
  const OFFICE_SOFFICE = '/nowhere/soffice'
  expect(warningsWith({ OFFICE_SOFFICE })).toEqual([
    ['The program of OFFICE_SOFFICE was not found: Office files are read directly', { program: OFFICE_SOFFICE }],
  ])
  expect(warningsWith({ OFFICE_SOFFICE: 'off' })).toEqual([])
})
