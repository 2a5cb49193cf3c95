/** The part of `saxen` (which ships no types) that `xml.ts` uses: a streaming XML parser that knows namespaces and expands no entities. */
declare module 'saxen' {
  export type DecodeEntities = (text: string) => string
  export class Parser {
    constructor(options?: { proxy?: boolean })
    /** Namespace URI → the prefix that names of that namespace get, whatever the document calls it. */
    ns(prefixes: Readonly<Record<string, string>>): this
    on(
      event: 'openTag',
      listener: (name: string, readAttributes: () => Readonly<Record<string, string>> | false) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'warn' | 'error', listener: (problem: Error) => void): this
    write(xml: string): this
    end(): Error | null
    parse(xml: string): Error | null
  }
}
