/** Settings of parsing for tests that run the real OCR engine with the English model. */
export const ocrSettings = {
  maxPages: 300,
  ocrDpi: 200,
  maxRasterPixels: 4_000_000,
  maxImagePixels: 20_000_000,
  ocrLanguages: ['eng'],
  installedLanguages: ['eng'],
}
