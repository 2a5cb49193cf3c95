import type { OcrEngineName } from '../../model/settings.ts'
import { recognizeByBoth, recognizeByNeuralReader } from './neural-engine.ts'
import type { PageEngine } from './page-engine.ts'
import { recognizeByTesseract } from './tesseract-engine.ts'

export const pageEngines: Readonly<Record<OcrEngineName, PageEngine>> = {
  tesseract: recognizeByTesseract,
  neural: recognizeByNeuralReader,
  both: recognizeByBoth,
}
