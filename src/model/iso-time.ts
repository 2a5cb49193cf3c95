export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
