/** Input formats in the order of detection. Readers are loaded with the first file of their kind. */
import { latin1 } from '../model/bytes.ts'
import { detectImageType, imageTypes } from './image/image-type.ts'
import { detectOfficeType } from './office/detect.ts'
import { detectStructuredType } from './structured/detect.ts'
import { structuredTypes } from './structured/readers.ts'
import type { Extractor, FileSample } from './types.ts'

export const extractors: readonly Extractor[] = [
  { fileTypes: ['.pdf'], detect: detectPdf, load: () => import('./pdf/open.ts') },
  { fileTypes: imageTypes, detect: detectImageType, load: () => import('./image/open.ts') },
  {
    fileTypes: structuredTypes,
    detect: (sample) => detectOfficeType(sample) ?? detectStructuredType(sample),
    load: () => import('./structured/open.ts'),
  },
]

export function detectFileType(sample: FileSample): string | null {
  for (const extractor of extractors) {
    const fileType = extractor.detect(sample)
    if (fileType !== null) return fileType
  }
  return null
}

export function extractorFor(fileType: string): Extractor | null {
  return extractors.find(({ fileTypes }) => fileTypes.includes(fileType)) ?? null
}

/** Number of bytes in which readers accept the header (PDF 32000-1, annex H, note 13). */
const PDF_HEADER_RANGE = 1024

function detectPdf({ head }: FileSample): string | null {
  return latin1(head, 0, PDF_HEADER_RANGE).includes('%PDF-') ? '.pdf' : null
}
