/** Used part of `AsyncDisposableStack`, which Node 22 lacks: closes resources, last one first. */
export class OpenStack implements AsyncDisposable {
  #closers: (() => unknown)[] = []

  adopt<value>(value: value, close: (value: value) => unknown): value {
    this.defer(() => close(value))
    return value
  }

  defer(close: () => unknown): void {
    this.#closers.push(close)
  }

  move(): OpenStack {
    const moved = new OpenStack()
    moved.#closers = this.#closers
    this.#closers = []
    return moved
  }

  async close(): Promise<void> {
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
