/** Counts API requests by route and code since this process started. */

export interface RequestTally {
  record(route: string, code: number): void
  /** Routes with the most requests first; `since` is the time of the first count in milliseconds. */
  read(): { readonly since: number; readonly routes: readonly RouteTally[] }
}

interface RouteTally {
  readonly route: string
  readonly count: number
  readonly errors: readonly { readonly code: number; readonly count: number }[]
}

export function createRequestTally(clock: () => number): RequestTally {
  const since = clock()
  const routes = new Map<string, Map<number, number>>()
  return {
    record(route, code) {
      const codes = routes.get(route) ?? new Map<number, number>()
      codes.set(code, (codes.get(code) ?? 0) + 1)
      routes.set(route, codes)
    },
    read() {
      const list = [...routes].map(([route, codes]) => ({
        route,
        count: [...codes.values()].reduce((sum, count) => sum + count, 0),
        errors: [...codes].flatMap(([code, count]) => (code === 0 ? [] : [{ code, count }])).sort(byCount),
      }))
      return { since, routes: list.sort(byCount) }
    },
  }
}

function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count
}
