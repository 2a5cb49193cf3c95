import { recognizeByHttp } from '../../engines/http-ocr.ts'
import type { OcrService } from '../../model/settings.ts'
import { MIN_GOOD_CONFIDENCE, type PageToRead } from './page-engine.ts'
import type { RecognizedPage } from './recognize-page.ts'
import { recognizeUpright } from './upright.ts'

/** Languages are those of the service. Throws `ParseError` 1124, 1133, 1137 and 1138. */
export async function recognizeRemotely(
  { prepared, languages, pageIndex }: PageToRead,
  service: OcrService,
): Promise<RecognizedPage> {
  const request = { languages, dpi: prepared.dpi, pageIndex }
  return await recognizeUpright(prepared, {
    language: languages.join('+'),
    minConfidence: MIN_GOOD_CONFIDENCE,
    recognize: (raster) => recognizeByHttp(raster, request, service),
  })
}
