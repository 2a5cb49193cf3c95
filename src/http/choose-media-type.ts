interface AcceptedRange {
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

/** Returns the offered type that the header `Accept` prefers, `null` if it accepts none. Equal ones: as the client lists them. */
export function chooseMediaType<offered extends string>(accept: string, offers: readonly offered[]): offered | null {
  const ranges = accept.trim() === '' ? [] : accept.split(',').map(readRange)
  if (ranges.length === 0) return offers[0] ?? null
  let best: { readonly offer: offered; readonly quality: number; readonly index: number } | null = null
  for (const offer of offers) {
    const index = findRange(ranges, offer)
    const quality = ranges[index]?.quality ?? 0
    if (quality > 0 && (best === null || quality > best.quality || (quality === best.quality && index < best.index)))
      best = { offer, quality, index }
  }
  return best?.offer ?? null
}

function readRange(text: string): AcceptedRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [type = '', subtype = ''] = range.split('/')
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { type, subtype, quality: Number(quality) || 0 }
}

/** The most specific range that contains the type. */
function findRange(ranges: readonly AcceptedRange[], offer: string): number {
  const [type, subtype] = offer.split('/')
  const find = (wantedType: string | undefined, wantedSubtype: string | undefined): number =>
    ranges.findIndex((range) => range.type === wantedType && range.subtype === wantedSubtype)
  return [find(type, subtype), find(type, '*'), find('*', '*')].find((index) => index >= 0) ?? -1
}
