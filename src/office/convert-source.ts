/** For the command line. The service converts in `jobs/steps/convert.ts`. */
import type { SourceDocument } from '../extract/open-document.ts'
import type { Block } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { ParseSettings } from '../model/settings.ts'
import { isConverted, mayReadDirectly } from './conversion-choice.ts'
import type { OfficeConverter } from './converter.ts'
import type { RecoveredContent } from './fixups/recovered-content.ts'
import { typeOfConverted } from './formats.ts'

interface ReadableSource {
  readonly source: SourceDocument
  readonly recovered?: RecoveredContent
}

interface ConversionDeps {
  readonly settings: ParseSettings
  readonly converter?: OfficeConverter | undefined
  readBlocks(): Promise<readonly (readonly Block[])[]>
}

export async function convertSource(
  source: SourceDocument,
  options: ParseOptions,
  { settings, converter, readBlocks }: ConversionDeps,
): Promise<ReadableSource> {
  const { fileType, fileName, password } = source
  if (!isConverted({ fileType, options }, converter !== undefined) || converter === undefined) return { source }
  const { convertOfficeFile } = await import('./convert-file.ts')
  const { prepareForConverter } = await import('./prepare.ts')
  const conversion = await convertOfficeFile({
    fileType,
    password,
    mode: options.office,
    maxPages: settings.maxPages,
    converter,
    prepare: () => prepareForConverter({ ...source, speakerNotes: options.speakerNotes, formulaPlaceholders: true }),
    readOriginal: mayReadDirectly({ fileType, options }) ? readBlocks : null,
  })
  if (conversion.kind === 'original') return { source, recovered: conversion.recovered }
  const { bytes, recovered } = conversion
  return { source: { bytes, fileName, fileType: typeOfConverted(bytes), password: null }, recovered }
}
