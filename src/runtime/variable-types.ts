/**
 * Kinds of environment variables: each reads a text into a value or says what it allows instead.
 * They know nothing of which variables there are; that table is in `config.ts`.
 */
import { z } from 'zod'

export interface Variable<value> {
  /** `undefined`: not allowed. */
  read(text: string): value | undefined
  /** The value where nothing is set. */
  fallback(runtime: 'node' | 'workers'): value
  /** What a person may write. */
  readonly allowed: string
  readonly meaning: string
  /** Default as text; `null`: none. */
  readonly node: string | null
  readonly workers: string | null
  /** What the documentation shows where there is no default text. */
  readonly shown: string
  readonly onWorkers: boolean
  /** Its value is a secret. */
  readonly hidden: boolean
}

/** What a table of variables is read into. */
export type ValuesOf<table> = { [name in keyof table]: table[name] extends Variable<infer value> ? value : never }

/** `workers` is left out where only Node reads the variable. */
export interface Defaults {
  readonly node?: string
  readonly workers?: string
  readonly shown?: string
  readonly meaning: string
}

function variable<value>(schema: z.ZodType<value, string>, allowed: string, defaults: Defaults): Variable<value> {
  const { node = null, workers = null, shown = 'not set', meaning } = defaults
  const read = (text: string): value | undefined => {
    const result = schema.safeParse(text)
    return result.success ? result.data : undefined
  }
  return {
    read,
    // Where Workers have no default of their own they do not use the variable: Node's value stands in for it.
    fallback: (runtime) => schema.parse((runtime === 'workers' ? workers : null) ?? node ?? ''),
    allowed,
    meaning,
    node,
    workers,
    shown,
    onWorkers: workers !== null,
    hidden: false,
  }
}

/** `null` where nothing is set. */
export function optional<value>(base: Variable<value>): Variable<value | null> {
  return { ...base, fallback: () => null }
}

export function wholeNumber({ min, max, ...defaults }: Defaults & { min: number; max: number }): Variable<number> {
  const schema = z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
  return variable(schema, `a whole number from ${min} to ${max}`, defaults)
}

export function choice<const name extends string>(names: readonly name[], defaults: Defaults): Variable<name> {
  const schema = z.string().transform((text, context) => {
    const found = names.find((name) => name === text)
    if (found !== undefined) return found
    context.addIssue('not among the choices')
    return z.NEVER
  })
  return variable(schema, names.join(' or '), defaults)
}

/** A path or a host name: whatever the system takes. */
export function path(defaults: Defaults): Variable<string> {
  return variable(z.string().regex(/^[^\0\r\n]+$/), 'any text on one line', defaults)
}

/** Somebody else's secret: what it looks like is theirs to say. */
export function password(defaults: Defaults): Variable<string> {
  return { ...path(defaults), hidden: true }
}

/** Read on both runtimes. Too short to be guessed is too short to be used. */
export function secret(defaults: Defaults): Variable<string> {
  const base = variable(
    z.string().regex(/^[\x21-\x7e]{16,512}$/),
    '16 to 512 letters, digits and signs without blanks',
    defaults,
  )
  return { ...base, onWorkers: true, hidden: true }
}

/** An address of a store that only Node reaches by it; it may hold a password. */
export function storeAddress({
  schemes,
  example,
  ...defaults
}: Defaults & { schemes: readonly string[]; example: string }): Variable<string> {
  const schema = z.string().refine((text) => schemes.includes(text.split(':')[0] ?? '') && URL.canParse(text))
  return {
    ...variable(schema, `an address that begins with ${schemes.join(': or ')}:, for example ${example}`, defaults),
    hidden: true,
  }
}

/** Comes back without a trailing slash. */
export function webAddress({ onWorkers = true, ...defaults }: Defaults & { onWorkers?: boolean }): Variable<string> {
  const schema = z.url({ protocol: /^https?$/ }).refine((text) => !/[?#]/.test(text))
  const base = variable(
    schema.transform((text) => text.replace(/\/+$/, '')),
    'an address like https://example.com, without ? or #',
    defaults,
  )
  return { ...base, onWorkers }
}

/** `eng+chi_sim` */
export function languages(defaults: Defaults): Variable<readonly string[]> {
  const schema = z
    .string()
    .regex(/^[A-Za-z0-9_]{2,32}(\+[A-Za-z0-9_]{2,32})*$/)
    .transform((text) => [...new Set(text.split('+'))])
  return variable(schema, 'language names joined by +, for example eng+chi_sim', defaults)
}

export function timeZone(defaults: Defaults): Variable<string> {
  return variable(z.string().refine(isTimeZone), 'a time zone like UTC or Europe/Berlin', defaults)
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}
