/** Functions that are split give the same results. The module is hand-made for this test. */
import { expect, test } from 'vitest'
import { FUNCTION_TYPE, NO_RESULT, toLeb } from '../../wasm/binary-format.ts'
import { OP } from '../../wasm/instructions.ts'
import { splitFunction } from '../../wasm/split-function.ts'

const I32 = 0x7f
const [ADD, SUB, MUL, EQZ, AND] = [0x6a, 0x6b, 0x6c, 0x45, 0x71]
const [get, set, tee] = [OP.getLocal, OP.setLocal, OP.teeLocal]

/**
 * (count, way): a loop with an inner loop, a branch table and branches out of both. Variables 2 and 3: `sum`, `extra`.
 */
const body = Uint8Array.of(
  ...[1, 2, I32],
  ...[OP.block, NO_RESULT],
  ...[OP.block, NO_RESULT],
  ...[OP.loop, NO_RESULT],
  ...[get, 0, EQZ, OP.branchIf, 1],
  ...[get, 0, OP.constant, 1, SUB, set, 0],
  ...[OP.block, NO_RESULT],
  ...[OP.block, NO_RESULT],
  ...[OP.block, NO_RESULT],
  ...[get, 1, OP.constant, 3, AND, OP.branchTable, 3, 0, 1, 4, 2],
  ...[OP.end],
  ...[get, 2, OP.constant, 5, ADD, set, 2],
  ...[OP.loop, NO_RESULT],
  ...[get, 3, OP.constant, 1, ADD, tee, 3, OP.constant, 7, AND, OP.branchIf, 0],
  ...[OP.end],
  ...[OP.branch, 2],
  ...[OP.end],
  ...[get, 2, get, 0, ADD, set, 2],
  ...[OP.end],
  ...[get, 2, OP.constant, 3, MUL, set, 2],
  ...[get, 1, OP.constant, 1, ADD, set, 1],
  ...[get, 2, get, 3, ADD, OP.constant, 15, AND, EQZ, OP.branchIf, 2],
  ...[OP.branch, 0],
  ...[OP.end],
  ...[OP.end],
  ...[get, 2, OP.constant, 11, ADD, set, 2],
  ...[OP.end],
  ...[get, 2, OP.constant, 2, MUL, get, 3, ADD, OP.end],
)

test.each([4, 16, 24, 40, 60, 1000])('blocks of %i bytes and more as functions', (minBytes) => {
  const { body: rest, parts } = splitFunction(body, { parameters: [I32, I32], firstCallee: 1, minBytes })
  if (minBytes < 60) expect(parts.length).toBeGreaterThan(0)
  const type = { parameters: [I32, I32], results: [I32] }
  const original = load([{ signature: type, body }])
  const split = load([{ signature: type, body: rest }, ...parts])
  for (let count = 0; count < 12; count++)
    for (let way = 0; way < 4; way++) expect(split(count, way)).toBe(original(count, way))
})

type Run = (count: number, way: number) => number

function load(functions: ReturnType<typeof splitFunction>['parts']): Run {
  const types = functions.map(({ signature: { parameters, results } }) => [
    ...[FUNCTION_TYPE, parameters.length, ...parameters, results.length, ...results],
  ])
  const section = (id: number, content: readonly number[]): number[] => [id, ...toLeb(content.length), ...content]
  const module = Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [types.length, ...types.flat()]),
    ...section(3, [functions.length, ...functions.map((_, index) => index)]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [functions.length, ...functions.flatMap((one) => [...toLeb(one.body.length), ...one.body])]),
  )
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  return (exports as { readonly f: Run }).f
}
