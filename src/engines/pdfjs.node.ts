import type { SecondReader } from './second-reader.ts'

/** Maximum side of a page in points, which pdf.js does not check. */
const MAX_SIDE = 14_400

export async function openPdfjs(bytes: Uint8Array, password: string | null): Promise<SecondReader | null> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(bytes.slice(), {
      verbosity: 0,
      useSystemFonts: false,
      ...(password === null ? {} : { password }),
    })
    return {
      pageCount: document.numPages,
      async readPage(pageIndex) {
        const page = await document.getPage(pageIndex + 1)
        const { width, height, transform } = page.getViewport({ scale: 1 })
        if (!(width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE))
          throw new RangeError(`the page measures ${width} × ${height} points`)
        const { items, styles } = await page.getTextContent()
        page.cleanup()
        return {
          width,
          height,
          toPage: transform,
          texts: items.flatMap((item) => {
            if (!('str' in item) || item.str.trim() === '') return []
            const { ascent = 0.8, descent = -0.2, fontFamily = '', vertical = false } = styles[item.fontName] ?? {}
            return [
              {
                text: item.str,
                transform: item.transform,
                width: item.width,
                endsLine: item.hasEOL,
                ascent,
                descent,
                fontFamily,
                vertical,
              },
            ]
          }),
        }
      },
      close() {
        document.loadingTask.destroy().catch(() => undefined)
      },
    }
  } catch {
    return null
  }
}
