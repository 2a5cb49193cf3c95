export interface Periods {
  readonly day: string
  readonly month: string
}

/** The creation of formatters is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws `RangeError` for an unknown time zone. */
export function periodsAt(now: number, timezone: string): Periods {
  let format = formats.get(timezone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timezone, format)
  }
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const month = `${parts.get('year')}-${parts.get('month')}`
  return { day: `${month}-${parts.get('day')}`, month }
}
