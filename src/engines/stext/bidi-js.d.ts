declare module 'bidi-js' {
  export interface EmbeddingLevels {
    readonly levels: Uint8Array
  }
  export interface Bidi {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    /** Inclusive ranges to reverse one after the other. */
    getReorderSegments(text: string, levels: EmbeddingLevels): readonly (readonly [start: number, end: number])[]
    getMirroredCharacter(char: string): string | null
  }
  export default function createBidi(): Bidi
}
