export function camelCaseKeys<value extends object>(object: object): value {
  return renameKeys(object, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as value
}

export function snakeCaseKeys(object: object): object {
  return renameKeys(object, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renameKeys(object: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]))
}
