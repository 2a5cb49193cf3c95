/** Resources to close, last one first: the part of `AsyncDisposableStack` that is used here, which Node 22 lacks. */
export class OpenStack implements AsyncDisposable {
  #closers: (() => unknown)[] = []

  /** `close` gets `value` when the stack is closed. */
  adopt<value>(value: value, close: (value: value) => unknown): value {
    this.defer(() => close(value))
    return value
  }

  defer(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** A new stack with everything; this one is empty afterwards. */
  move(): OpenStack {
    const moved = new OpenStack()
    moved.#closers = this.#closers
    this.#closers = []
    return moved
  }

  /** Closes the rest after an error, then throws the first one. */
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
