/**
 * Makes every function of `src/layout` and `src/assemble` with a neutral result switchable at run time, without a
 * change to the sources: a loader hook wraps each one as its module is loaded.
 */
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A function that can be switched off, and its neutral result. */
export interface Unit {
  /** `<file below src>:<function>` */
  readonly name: string
  /** `input`: the function returns its first argument, as a pass that does nothing. */
  readonly neutral: 'false' | 'null' | 'undefined' | 'input' | '[]'
}

/** The wrapped functions read and write this object. */
export interface Switches {
  /** Index of the unit that is off; -1: none. */
  off: number
  /** Units that returned something other than their neutral result. */
  readonly used: Set<number>
}

const root = fileURLToPath(new URL('../../src/', import.meta.url))
const folders = /^(?:layout|assemble)\//
/** Top-level functions as the formatter prints them: name, parameters and return type up to the opening brace. */
const declaration = /^(export )?function (\w+)(<[^(\n]*>)?\(([\s\S]*?)\): ([^\n]*?) \{$/gm

export const units: Unit[] = []
export const switches: Switches = { off: -1, used: new Set() }

/** Call before the first import of `src`. Units are numbered in the order in which their modules are loaded. */
export function installHooks(): void {
  Object.assign(globalThis, { __ablation: switches })
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.startsWith('file:')) return loaded
      const file = relative(root, fileURLToPath(url))
      if (!folders.test(file) || loaded.source == null) return loaded
      return { ...loaded, source: instrument(String(loaded.source), file) }
    },
  })
}

function instrument(source: string, file: string): string {
  const wrappers: string[] = []
  const renamed = source.replace(
    declaration,
    (
      whole,
      exported: string | undefined,
      name: string,
      generics: string | undefined,
      parameters: string,
      type: string,
    ) => {
      const neutral = neutralResult(type, parameters)
      if (neutral === null) return whole
      const id = units.push({ name: `${file}:${name}`, neutral }) - 1
      wrappers.push(wrapper({ id, name, exported: exported ?? '', neutral }))
      return `function ${name}__original${generics ?? ''}(${parameters}): ${type} {`
    },
  )
  return `${renamed}\n${wrappers.join('\n')}\n`
}

function wrapper(unit: { id: number; name: string; exported: string; neutral: Unit['neutral'] }): string {
  const value = unit.neutral === 'input' ? 'given[0]' : unit.neutral
  const isUsed = unit.neutral === '[]' ? 'result.length > 0' : `result !== ${value}`
  return `${unit.exported}function ${unit.name}(...given: any[]): any {
  const ablation = (globalThis as any).__ablation
  if (ablation.off === ${unit.id}) return ${value}
  const result: any = (${unit.name}__original as any)(...given)
  if (${isUsed}) ablation.used.add(${unit.id})
  return result
}`
}

/** The result of a function that has been switched off, by its return type; `null` where there is no neutral one. */
function neutralResult(type: string, parameters: string): Unit['neutral'] | null {
  if (type === 'boolean' || / is \w+$/.test(type)) return 'false'
  if (/\| null$/.test(type)) return 'null'
  if (/\| undefined$/.test(type)) return 'undefined'
  const first = /^\s*(?:\w+|\{[^}]*\}|\[[^\]]*\]): ([^=]+?)(?:,\s|,?\s*$)/.exec(parameters)?.[1]?.trim()
  if (first !== undefined && plain(first) === plain(type)) return 'input'
  return /\[\]$/.test(type) ? '[]' : null
}

const plain = (type: string): string => type.replace(/^readonly /, '')
