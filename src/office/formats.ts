import type { OfficeMode } from '../model/options.ts'

export type OfficeFamily = 'writer' | 'impress' | 'calc'

const typesOf: Readonly<Record<OfficeFamily, readonly string[]>> = {
  writer: ['.doc', '.docx', '.docm', '.rtf', '.odt'],
  impress: ['.ppt', '.pptx', '.pptm', '.pps', '.ppsx', '.odp'],
  calc: ['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods', '.csv', '.tsv'],
}

export function familyOf(fileType: string): OfficeFamily | null {
  for (const [family, types] of Object.entries(typesOf)) if (types.includes(fileType)) return family as OfficeFamily
  return null
}

export function conversionTarget(fileType: string, mode: OfficeMode): 'pdf' | 'xlsx' {
  return mode === 'auto' && familyOf(fileType) === 'calc' ? 'xlsx' : 'pdf'
}

export const convertedMediaTypes = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function typeOfConverted(bytes: Uint8Array): keyof typeof convertedMediaTypes {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? '.xlsx' : '.pdf'
}
