/** `scan_layer`: words of the text layer under a scan, fonts from its image. */
export type TextSource = 'text_layer' | 'scan_layer' | 'ocr' | 'tagged' | 'document'

/** Whether the fonts were measured in an image. */
export function isFromImage({ source }: { readonly source: TextSource }): boolean {
  return source === 'ocr' || source === 'scan_layer'
}
