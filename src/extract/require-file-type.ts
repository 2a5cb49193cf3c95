/** The file type of a document, or an error that names the content of the file. */
import { isMagickAvailable } from '../engines/magick.ts'
import { ParseError } from '../model/errors.ts'
import { magickTypes } from './image/image-type.ts'
import { detectFileType, extractors } from './registry.ts'
import type { FileSample } from './types.ts'
import { describeUnsupportedType, isTruncatedPackage } from './unsupported-type.ts'

/** Throws `ParseError` 1104 for unsupported types and 1106 for truncated Office files. */
export function requireFileType(file: FileSample): string {
  const fileType = detectFileType(file)
  if (fileType !== null) return fileType
  throw isTruncatedPackage(file) ? truncatedError(file) : unsupportedError(file)
}

/** The subject of an error message. */
export function nameOf({ fileName }: Pick<FileSample, 'fileName'>): string {
  return fileName === '' ? 'The file' : `The file "${fileName}"`
}

function unsupportedError(file: FileSample): ParseError {
  const missing: readonly string[] = isMagickAvailable ? [] : magickTypes
  const supported = extractors
    .flatMap((extractor): readonly string[] => extractor.fileTypes)
    .filter((fileType) => !missing.includes(fileType))
    .join(' ')
  return new ParseError(
    1104,
    `${nameOf(file)} has an unsupported type. Its content (${file.size} bytes) is ${describeContent(file)}. Supported types: ${supported}.`,
  )
}

function describeContent(file: FileSample): string {
  if (new TextDecoder().decode(file.head).trim() === '') return 'text with only whitespace'
  const description = describeUnsupportedType(file)
  if (description !== null) return description
  const hex = Array.from(file.head.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return `unknown (it begins with the bytes ${hex})`
}

function truncatedError(file: FileSample): ParseError {
  return new ParseError(
    1106,
    `${nameOf(file)} is cut off: its archive ends after ${file.size} bytes without its directory. Send it again.`,
  )
}
