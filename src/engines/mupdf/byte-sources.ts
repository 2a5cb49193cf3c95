/**
 * Lets MuPDF read ranges of JavaScript memory through functions on `globalThis`. They also end work that takes too
 * long: MuPDF never waits, but reads each content stream again.
 */
import type { MupdfModule, Pointer } from '#wasm/mupdf'

const sources = new Map<number, { module: MupdfModule; bytes: Uint8Array }>()
let lastSource = 0

export function addSource(module: MupdfModule, bytes: Uint8Array): number {
  lastSource += 1
  sources.set(lastSource, { module, bytes })
  return lastSource
}

export function dropSource(id: number): void {
  sources.delete(id)
}

/** Thrown out of MuPDF, which then is unusable. */
export class ReadTimeout extends Error {
  override readonly name = 'ReadTimeout'
}

let deadline = Number.POSITIVE_INFINITY

/** Reads throw `ReadTimeout` after `limitMs`. */
export function withReadLimit<result>(limitMs: number, work: () => result): result {
  const outer = deadline
  deadline = Math.min(outer, performance.now() + limitMs)
  try {
    return work()
  } finally {
    deadline = outer
  }
}

const SEEK_FROM_START = 0
const SEEK_FROM_HERE = 1

interface MupdfHooks {
  $libmupdf_stm_read?: (id: number, position: number, target: Pointer, size: number) => number
  $libmupdf_stm_seek?: (id: number, position: number, offset: number, whence: number) => number
  $libmupdf_stm_close?: (id: number) => void
  $libmupdf_load_font_file?: () => Pointer
  $libmupdf_log_error?: () => void
  $libmupdf_log_warning?: () => void
}

export function installHooks(): void {
  const hooks: MupdfHooks = globalThis as typeof globalThis & MupdfHooks
  hooks.$libmupdf_stm_read = (id, position, target, size) => {
    if (performance.now() > deadline) throw new ReadTimeout('The time limit is over.')
    const source = sources.get(id)
    if (source === undefined) return -1
    const chunk = source.bytes.subarray(position, position + size)
    source.module.HEAPU8.set(chunk, target)
    return chunk.length
  }
  hooks.$libmupdf_stm_seek = (id, position, offset, whence) => {
    if (whence === SEEK_FROM_START) return offset
    if (whence === SEEK_FROM_HERE) return position + offset
    return (sources.get(id)?.bytes.length ?? 0) + offset
  }
  hooks.$libmupdf_stm_close = () => {}
  hooks.$libmupdf_load_font_file = () => 0
  hooks.$libmupdf_log_error = () => {}
  hooks.$libmupdf_log_warning = () => {}
}
