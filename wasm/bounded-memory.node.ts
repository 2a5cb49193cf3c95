const PAGE_BYTES = 65_536

/** Allocations above `maxBytes` fail as they do without free memory, instead of taking that of the process. */
export function boundMemory(instance: WebAssembly.Instance, maxBytes: number): WebAssembly.Instance {
  for (const memory of Object.values(instance.exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > maxBytes)
        throw new RangeError(`The memory is limited to ${maxBytes} bytes`)
      return grow(pages)
    }
  }
  return instance
}
