/** Used part of `node:async_hooks`, which workerd has with `nodejs_compat`. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<value> {
    getStore(): value | undefined
    run<result>(value: value, work: () => result): result
  }
}
