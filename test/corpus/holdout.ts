/**
 * Selects the holdout documents of the corpus, which are not used for tuning: about a third, chosen by a hash of the
 * id.
 */
import { createHash } from 'node:crypto'

export const splits = ['dev', 'held', 'all'] as const
export type Split = (typeof splits)[number]

/** Documents that were opened for a change; they count as visible. See docs/quality.md. */
const opened = new Set([
  '01030000000046',
  '01030000000118',
  '01030000000122',
  '01030000000147',
  '01030000000149',
  '01030000000165',
  '01030000000182',
  'f_CFpDBk3C_pg4',
  'f_excMAspMu8zf2MzwJu9SvG_pg123',
  'nougat_003',
  'pdf_large_tables',
])

export function isHeldOut(id: string): boolean {
  return !opened.has(id) && (createHash('sha256').update(id).digest()[0] ?? 0) % 3 === 0
}

export function inSplit(id: string, split: Split): boolean {
  return split === 'all' || isHeldOut(id) === (split === 'held')
}
