/** The part of `node:async_hooks` that workerd has with `nodejs_compat` and this program uses. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<value> {
    getStore(): value | undefined
    run<result>(value: value, work: () => result): result
  }
}
