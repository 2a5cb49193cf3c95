import type { DocumentReader } from './types.ts'

interface ReaderEntry {
  readonly fileTypes: readonly string[]
  load(): Promise<DocumentReader>
}

const readers: readonly ReaderEntry[] = [
  { fileTypes: ['.html'], load: async () => (await import('./text/text-readers.ts')).htmlReader },
  { fileTypes: ['.md'], load: async () => (await import('./text/text-readers.ts')).markdownReader },
  { fileTypes: ['.txt'], load: async () => (await import('./text/text-readers.ts')).plainTextReader },
  { fileTypes: ['.csv', '.tsv'], load: async () => (await import('./text/text-readers.ts')).delimitedReader },
  { fileTypes: ['.epub'], load: async () => (await import('./html/epub.ts')).epubReader },
  { fileTypes: ['.docx', '.docm'], load: async () => (await import('./docx/docx.ts')).docxReader },
  { fileTypes: ['.xlsx', '.xlsm'], load: async () => (await import('./sheets/xlsx.ts')).xlsxReader },
  {
    fileTypes: ['.xls', '.xlsb'],
    load: async () => (await import('./sheets/binary-workbook.ts')).binaryWorkbookReader,
  },
  { fileTypes: ['.pptx', '.pptm', '.ppsx'], load: async () => (await import('./pptx/pptx.ts')).pptxReader },
  { fileTypes: ['.doc'], load: async () => (await import('./doc/doc.ts')).docReader },
  { fileTypes: ['.rtf'], load: async () => (await import('./rtf/rtf.ts')).rtfReader },
  { fileTypes: ['.ppt', '.pps'], load: async () => (await import('./ppt/ppt.ts')).pptReader },
  { fileTypes: ['.odt', '.fodt'], load: async () => (await import('./odf/odf.ts')).odtReader },
  { fileTypes: ['.ods', '.fods'], load: async () => (await import('./odf/odf.ts')).odsReader },
  { fileTypes: ['.odp', '.fodp'], load: async () => (await import('./odf/odf.ts')).odpReader },
]

export const structuredTypes: readonly string[] = readers.flatMap(({ fileTypes }) => fileTypes)

export function isStructuredType(fileType: string): boolean {
  return structuredTypes.includes(fileType)
}

export async function loadReader(fileType: string): Promise<DocumentReader | null> {
  return (await readers.find(({ fileTypes }) => fileTypes.includes(fileType))?.load()) ?? null
}
