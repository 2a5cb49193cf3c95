interface Cache<key, value> {
  get(key: key): value | undefined
  set(key: key, value: value): unknown
}

export function cached<key, value>(cache: Cache<key, value>, key: key, compute: (key: key) => value): value {
  const existing = cache.get(key)
  if (existing !== undefined) return existing
  const value = compute(key)
  cache.set(key, value)
  return value
}
