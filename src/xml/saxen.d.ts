/** Types of `saxen`, which ships none, as far as `xml.ts` uses it. */
declare module 'saxen' {
  export type DecodeEntities = (text: string) => string
  export class Parser {
    constructor(options?: { proxy?: boolean })
    ns(prefixes: Readonly<Record<string, string>>): this
    on(
      event: 'openTag',
      listener: (name: string, readAttributes: () => Readonly<Record<string, string>> | false) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'error', listener: (problem: Error) => void): this
    write(xml: string): this
    end(): Error | null
    parse(xml: string): Error | null
  }
}
