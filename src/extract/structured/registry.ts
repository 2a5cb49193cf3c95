/**
 * THE LIST of formats that are read directly, each by one reader: bytes in, logical pages out. What a reader meets and does not
 * know it passes over; what makes the file unreadable is `ParseError` 1106, whose message says what to do. A reader is loaded with the
 * first file of its kind: most documents are PDFs, which need none.
 */
import type { DocumentReader } from './types.ts'

interface Readable {
  readonly fileTypes: readonly string[]
  load(): Promise<DocumentReader>
}

/** THE LIST. */
const documentReaders: readonly Readable[] = [
  { fileTypes: ['.html'], load: async () => (await import('./text/text-readers.ts')).htmlReader },
  { fileTypes: ['.md'], load: async () => (await import('./text/text-readers.ts')).markdownReader },
  { fileTypes: ['.txt'], load: async () => (await import('./text/text-readers.ts')).plainTextReader },
  { fileTypes: ['.csv', '.tsv'], load: async () => (await import('./text/text-readers.ts')).delimitedReader },
  { fileTypes: ['.epub'], load: async () => (await import('./html/epub.ts')).epubReader },
  { fileTypes: ['.docx', '.docm'], load: async () => (await import('./docx/docx.ts')).docxReader },
  { fileTypes: ['.xlsx', '.xlsm'], load: async () => (await import('./sheets/xlsx.ts')).xlsxReader },
  { fileTypes: ['.pptx', '.pptm', '.ppsx'], load: async () => (await import('./pptx/pptx.ts')).pptxReader },
  { fileTypes: ['.odt'], load: async () => (await import('./odf/odf.ts')).odtReader },
  { fileTypes: ['.ods'], load: async () => (await import('./odf/odf.ts')).odsReader },
  { fileTypes: ['.odp'], load: async () => (await import('./odf/odf.ts')).odpReader },
]

/** Canonical types that have a reader. */
export const structuredTypes: readonly string[] = documentReaders.flatMap(({ fileTypes }) => fileTypes)

/** Whether files of this canonical type have a reader. */
export function isStructuredFormat(fileType: string): boolean {
  return structuredTypes.includes(fileType)
}

/** The reader of this canonical type, or `null`. */
export async function loadDocumentReader(fileType: string): Promise<DocumentReader | null> {
  const found = documentReaders.find(({ fileTypes }) => fileTypes.includes(fileType))
  return (await found?.load()) ?? null
}
