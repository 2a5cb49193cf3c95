/** Types of environment variables. A schema library would load too slowly for every command. */

export interface Variable<value> {
  parse(text: string): value | undefined
  fallback(runtime: 'node' | 'workers'): value
  /** Text that completes "must be". */
  readonly allowed: string
  readonly meaning: string
  readonly node: string | null
  readonly workers: string | null
  readonly shown: string
  readonly onWorkers: boolean
  readonly hidden: boolean
}

export type ValuesOf<table> = { [name in keyof table]: table[name] extends Variable<infer value> ? value : never }

export interface Description {
  /** For both runtimes. Without `default` and `workers`, a variable is read only on Node. */
  readonly default?: string
  readonly node?: string
  readonly workers?: string
  readonly shown?: string
  readonly meaning: string
}

function variable<value>(parse: Variable<value>['parse'], allowed: string, description: Description): Variable<value> {
  const { node = description.default ?? null, workers = description.default ?? null } = description
  const { shown = 'not set', meaning } = description
  return {
    parse,
    // Variables that only Node reads have its unused default on Workers, too.
    fallback(runtime) {
      const text = (runtime === 'workers' ? workers : null) ?? node ?? ''
      const value = parse(text)
      if (value === undefined) throw new Error(`The default "${text}" is not ${allowed}`)
      return value
    },
    allowed,
    meaning,
    node,
    workers,
    shown,
    onWorkers: workers !== null,
    hidden: false,
  }
}

function accept(passes: (text: string) => boolean): (text: string) => string | undefined {
  return (text) => (passes(text) ? text : undefined)
}

export function optional<value>(base: Variable<value>): Variable<value | null> {
  return { ...base, fallback: () => null }
}

export function integer({
  min,
  max,
  ...description
}: Description & { readonly min: number; readonly max: number }): Variable<number> {
  const parse = (text: string): number | undefined => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
  return variable(parse, `a whole number from ${min} to ${max}`, description)
}

export function ratio(description: Description): Variable<number> {
  const parse = (text: string): number | undefined =>
    /^(0(\.\d{1,9})?|1(\.0+)?)$/.test(text) ? Number(text) : undefined
  return variable(parse, 'a number from 0 to 1, for example 0.1', description)
}

export function choice<const name extends string>(names: readonly name[], description: Description): Variable<name> {
  return variable((text) => names.find((name) => name === text), names.join(' or '), description)
}

export function onOff(description: Description): Variable<boolean> {
  return variable((text) => (text === 'on' ? true : text === 'off' ? false : undefined), 'on or off', description)
}

export function path(description: Description): Variable<string> {
  return variable(
    accept((text) => /^[^\0\r\n]+$/.test(text)),
    'any text on one line',
    description,
  )
}

export function password(description: Description): Variable<string> {
  return { ...path(description), hidden: true }
}

/** The minimum length prevents guessing. */
export function secret(description: Description): Variable<string> {
  const base = variable(
    accept((text) => /^[\x21-\x7e]{16,512}$/.test(text)),
    '16 to 512 letters, digits and punctuation marks without spaces',
    description,
  )
  return { ...base, onWorkers: true, hidden: true }
}

/** Only for Node; may contain a password. */
export function storeAddress({
  schemes,
  example,
  ...description
}: Description & { readonly schemes: readonly string[]; readonly example: string }): Variable<string> {
  const isAddress = (text: string): boolean => schemes.includes(text.split(':')[0] ?? '') && URL.canParse(text)
  return {
    ...variable(
      accept(isAddress),
      `an address that begins with ${schemes.join(': or ')}:, for example ${example}`,
      description,
    ),
    hidden: true,
  }
}

export function webAddress({
  onWorkers = true,
  ...description
}: Description & { readonly onWorkers?: boolean }): Variable<string> {
  const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && !/[?#]/.test(text) && URL.canParse(text)
  const base = variable(
    (text) => (isAddress(text) ? text.replace(/\/+$/, '') : undefined),
    'an address like https://example.com, without ? or #',
    description,
  )
  return { ...base, onWorkers }
}

export function languages(description: Description): Variable<readonly string[]> {
  const pattern = /^[A-Za-z0-9_]{2,32}(\+[A-Za-z0-9_]{2,32})*$/
  const parse = (text: string) => (pattern.test(text) ? [...new Set(text.split('+'))] : undefined)
  return variable<readonly string[]>(parse, 'language names joined by +, for example eng+chi_sim', description)
}

export function timeZone(description: Description): Variable<string> {
  return variable(accept(isTimeZone), 'a time zone like UTC or Europe/Berlin', description)
}

function isTimeZone(text: string): boolean {
  // The first use of `Intl` is slow.
  if (text === 'UTC') return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}
