/** Converts Unix milliseconds to ISO 8601 in UTC. */
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
