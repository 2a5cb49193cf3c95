/**
 * A moment as the day and the month that quotas count in: wall-clock dates of one time zone.
 * Daylight saving needs no care here, because nothing is added to or subtracted from the moment.
 */

export interface Periods {
  /** `2026-11-30` */
  readonly day: string
  /** `2026-11` */
  readonly month: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws `RangeError` for a time zone that the runtime does not know. */
export function periodsAt(now: number, timezone: string): Periods {
  const parts = new Map(
    formatFor(timezone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const month = `${parts.get('year')}-${parts.get('month')}`
  return { day: `${month}-${parts.get('day')}`, month }
}

/** Making a formatter costs about 50 times as much as using one. */
function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timezone, format)
  return format
}
