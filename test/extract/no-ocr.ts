import type { ExtractContext } from '../../src/extract/types.ts'
import { ocrSettings } from '../engines/ocr-settings.ts'

/** For documents whose pages need no OCR: loading a model fails the test. */
export const noOcr: ExtractContext = {
  settings: ocrSettings,
  password: null,
  loadModel: () => Promise.reject(new Error('no OCR in these tests')),
}
