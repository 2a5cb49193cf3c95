import { expect, test } from 'vitest'
import { extractors } from '../../../src/extract/registry.ts'
import { mediaTypeOf } from '../../../src/http/compat/media-types.ts'

test('every supported file type has a media type', () => {
  const fileTypes = extractors.flatMap((extractor): readonly string[] => extractor.fileTypes)
  expect(fileTypes.filter((fileType) => mediaTypeOf(fileType) === 'application/octet-stream')).toEqual([])
})
