/**
 * The bytes that MuPDF reads its documents from, lent to the WASM module through the functions that it looks up on `globalThis`.
 * Nothing is copied but the piece that is being read.
 */
import type { MupdfModule, Pointer } from '#wasm/mupdf'

/** Byte sources that open documents read from, by the number that the instance knows them by. */
const sources = new Map<number, { module: MupdfModule; bytes: Uint8Array }>()
let lastSource = 0

/** Registers bytes that a stream of the instance will read; the number names them. */
export function addSource(module: MupdfModule, bytes: Uint8Array): number {
  lastSource += 1
  sources.set(lastSource, { module, bytes })
  return lastSource
}

export function dropSource(id: number): void {
  sources.delete(id)
}

const seekFromStart = 0
const seekFromHere = 1

/** The functions that the WASM module looks up on `globalThis`, by names of its own. */
interface MupdfHooks {
  $libmupdf_stm_read?: (id: number, position: number, target: Pointer, size: number) => number
  $libmupdf_stm_seek?: (id: number, position: number, offset: number, whence: number) => number
  $libmupdf_stm_close?: (id: number) => void
  $libmupdf_load_font_file?: () => Pointer
  $libmupdf_log_error?: () => void
  $libmupdf_log_warning?: () => void
}

/** Puts the functions in place. They serve all instances of the thread, so doing it again changes nothing. */
export function installHooks(): void {
  const hooks: MupdfHooks = globalThis as typeof globalThis & MupdfHooks
  hooks.$libmupdf_stm_read = (id, position, target, size) => {
    const source = sources.get(id)
    if (source === undefined) return -1
    const piece = source.bytes.subarray(position, position + size)
    source.module.HEAPU8.set(piece, target)
    return piece.length
  }
  hooks.$libmupdf_stm_seek = (id, position, offset, whence) => {
    if (whence === seekFromStart) return offset
    if (whence === seekFromHere) return position + offset
    return (sources.get(id)?.bytes.length ?? 0) + offset
  }
  hooks.$libmupdf_stm_close = () => {}
  // No fonts beyond those inside the module.
  hooks.$libmupdf_load_font_file = () => 0
  hooks.$libmupdf_log_error = () => {}
  hooks.$libmupdf_log_warning = () => {}
}
