type Observe = <value>(method: string, work: () => Promise<value>) => Promise<value>

/** The port with the calls of some of its methods passed through `observe`. */
export function observeCalls<port extends object>(
  port: port,
  methods: readonly (keyof port & string)[],
  observe: Observe,
): port {
  const observed = methods.map((name) => {
    const method = port[name] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => observe(name, () => method.apply(port, args))]
  })
  return { ...port, ...Object.fromEntries(observed) }
}
