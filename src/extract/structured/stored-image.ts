const RECORD_HEADER_BYTES = 8
const STORE_ENTRY = 0xf007
const STORE_ENTRY_BYTES = 36
const JPEG = 0xf01d
const PNG = 0xf01e
/** Offsets of the image after one or two identifiers of 16 bytes and a tag. */
const IMAGE_OFFSETS = [17, 33]

/** First PNG or JPEG, also in containers ([MS-ODRAW] 2.2.23). */
export function findStoredImage(view: DataView, from: number, to: number): Uint8Array | null {
  for (let at = from; at + RECORD_HEADER_BYTES <= to; ) {
    const isContainer = (view.getUint16(at, true) & 0xf) === 0xf
    const type = view.getUint16(at + 2, true)
    const length = view.getUint32(at + 4, true)
    if (type === PNG || type === JPEG) {
      const start = IMAGE_OFFSETS.map((each) => at + RECORD_HEADER_BYTES + each).find((each) => isImage(view, each))
      const end = Math.min(to, at + RECORD_HEADER_BYTES + length)
      return start === undefined ? null : new Uint8Array(view.buffer, view.byteOffset + start, Math.max(0, end - start))
    }
    at += RECORD_HEADER_BYTES + (isContainer ? 0 : type === STORE_ENTRY ? STORE_ENTRY_BYTES : length)
  }
  return null
}

function isImage(view: DataView, at: number): boolean {
  return at + 4 <= view.byteLength && (view.getUint32(at) === 0x89504e47 || view.getUint16(at) === 0xffd8)
}
