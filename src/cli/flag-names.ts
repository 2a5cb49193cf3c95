/** Messages of the parser, with flags in place of form fields. */

export const flagOfField: Readonly<Record<string, string>> = {
  output_formats: '--format',
  page_range: '--pages',
  ocr: '--ocr',
  ocr_languages: '--ocr-languages',
  office: '--office',
  page_images: '--page-images',
  chunk: '--chunk',
  chunk_max_tokens: '--chunk-max-tokens',
  chunk_overlap_tokens: '--chunk-overlap-tokens',
  chunk_tokenizer: '--chunk-tokenizer',
  feature_config: '--feature-config',
  element_formats: '--element-formats',
}

/** Replaces the names of fields that are no words of English. */
export function withFlags(message: string): string {
  return message
    .replace(/Send (it|the right one|the right password) in the field "password"/, 'Give $1 with --password')
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (field) => flagOfField[field] ?? field)
}
