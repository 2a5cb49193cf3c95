/**
 * Types of tesseract-wasm 0.11, as far as used. Its own ones cannot be resolved with `nodenext`: `exports` has no
 * types, and the declarations import without extensions.
 */
declare module 'tesseract-wasm' {
  export interface TesseractLibrary {
    readonly HEAPU8: Uint8Array
    readonly HEAPU32: Uint32Array
    readonly Image: new (width: number, height: number) => EngineImage
  }

  export interface EngineImage {
    /** 32-bit pixels in the engine's memory. */
    data(): Uint32Array
    delete(): void
    /** Private: address of the C++ object. */
    readonly $$: { readonly ptr: number }
  }

  export interface OCREngine {
    loadModel(model: Uint8Array): void
    loadImage(image: { data: Uint8ClampedArray; width: number; height: number }): void
    clearImage(): void
    setVariable(name: string, value: string): void
    getHOCR(): string
    getOrientation(): { rotation: number; confidence: number }
    /** Private. */
    readonly _tesseractLib: TesseractLibrary
    /** Private. */
    readonly _engine: { clearImage(): void; loadImage(image: EngineImage): { error: string } }
    /** Private. */
    _imageLoaded: boolean
  }

  export function createOCREngine(options: { wasmBinary: Uint8Array | ArrayBuffer }): Promise<OCREngine>
}
