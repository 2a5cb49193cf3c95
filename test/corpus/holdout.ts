/**
 * Selects the holdout documents of the corpus, which are not used for tuning: about a third, chosen by a hash of the
 * id.
 */
import { createHash } from 'node:crypto'

export const splits = ['dev', 'held', 'all'] as const
export type Split = (typeof splits)[number]

export function isHeldOut(id: string): boolean {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % 3 === 0
}

export function inSplit(id: string, split: Split): boolean {
  return split === 'all' || isHeldOut(id) === (split === 'held')
}
