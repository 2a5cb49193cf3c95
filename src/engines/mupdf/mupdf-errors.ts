/** Corrupt file or unreadable page. The instance stays usable. */
export class MupdfError extends Error {
  override readonly name = 'MupdfError'
}

/** Whether an allocation failed: the page needs more memory than an instance may have. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof MupdfError && /^(?:m|c|re)alloc.* failed$/.test(error.message)
}

/** The instance trapped (bad memory access, abort, stack overflow) and is unusable. */
export class MupdfTrap extends Error {
  override readonly name: string = 'MupdfTrap'
}

/** A page took longer than its limit. */
export class MupdfTimeout extends MupdfTrap {
  override readonly name = 'MupdfTimeout'

  constructor(options?: ErrorOptions) {
    super('the limit is PAGE_TIMEOUT_MS', options)
  }
}
