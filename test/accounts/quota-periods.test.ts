import { expect, test } from 'vitest'
import { periodsAt } from '../../src/accounts/quota-periods.ts'

test('days and months are dates in the time zone', () => {
  const moment = Date.UTC(2026, 11, 31, 23, 30)
  expect(periodsAt(moment, 'UTC')).toEqual({ day: '2026-12-31', month: '2026-12' })
  expect(periodsAt(moment, 'Asia/Shanghai')).toEqual({ day: '2027-01-01', month: '2027-01' })
  expect(periodsAt(moment, 'America/Los_Angeles')).toEqual({ day: '2026-12-31', month: '2026-12' })
})

test('days of 25 and 23 hours are one day', () => {
  // Berlin, 2026: summer time begins on 29 March and ends on 25 October.
  const dayAt = (moment: number): string => periodsAt(moment, 'Europe/Berlin').day
  expect([Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 22, 59, 59)].map(dayAt)).toEqual([
    '2026-10-25',
    '2026-10-25',
  ])
  expect(dayAt(Date.UTC(2026, 9, 25, 23))).toBe('2026-10-26')
  expect([Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 21, 59, 59)].map(dayAt)).toEqual([
    '2026-03-29',
    '2026-03-29',
  ])
  expect(dayAt(Date.UTC(2026, 2, 29, 22))).toBe('2026-03-30')
})

test('refuses an unknown time zone', () => {
  expect(() => periodsAt(0, 'Mars/Olympus')).toThrow(RangeError)
})
