/**
 * Which of the encodings from before Unicode a text is in that says nothing of it: spreadsheets and editors still save so in China,
 * Japan, Korea, and wherever a script other than Latin is written. Told by its bytes alone. Encodings of Latin letters differ in too few
 * signs to be told apart: all of them are windows-1252.
 */

/** One character of several bytes. */
interface Read {
  /** Bytes that it takes; 0: the encoding has no such character. */
  readonly length: 0 | 1 | 2 | 3 | 4
  /** Whether it is among those that nearly all of a text is made of. */
  readonly common: boolean
}

interface WideEncoding {
  readonly label: string
  /** `a` is a byte above 0x7f, `b` the one after it, `d` the fourth. */
  read(a: number, b: number, d: number): Read
  /** Characters that a text in this encoding is full of: they decide where the bytes fit several encodings. */
  readonly frequent: string
}

const none: Read = { length: 0, common: false }
const within = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last

/**
 * The national sets put the characters of everyday use in a block of their own (level 1: 3,755 Chinese ones in GB 2312, 5,401 in Big5,
 * 2,965 Japanese ones in JIS X 0208, the 2,350 Korean syllables of KS X 1001); a text in another encoding falls outside of it.
 */
const wideEncodings: readonly WideEncoding[] = [
  {
    label: 'gb18030',
    read(a, b, d) {
      if (within(a, 0x81, 0xfe) && within(b, 0x30, 0x39))
        return within(d, 0x30, 0x39) ? { length: 4, common: false } : none
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x40, 0x7e) || within(b, 0x80, 0xfe))) return none
      return { length: 2, common: b >= 0xa1 && (a === 0xa1 || a === 0xa3 || within(a, 0xb0, 0xd7)) }
    },
    frequent: '的一是不了人在有我他这中大来上个国和地到为子时会出年月日，。、：',
  },
  {
    label: 'big5',
    read(a, b) {
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x40, 0x7e) || within(b, 0xa1, 0xfe))) return none
      return { length: 2, common: a === 0xa1 || within(a, 0xa4, 0xc6) }
    },
    frequent: '的一是不了人在有我他這中大來上個國和地到為子時會出年月日，。、：',
  },
  {
    label: 'shift_jis',
    read(a, b) {
      if (within(a, 0xa1, 0xdf)) return { length: 1, common: false }
      if (!(within(a, 0x81, 0x9f) || within(a, 0xe0, 0xfc)) || !(within(b, 0x40, 0x7e) || within(b, 0x80, 0xfc)))
        return none
      const kana = (a === 0x82 && within(b, 0x4f, 0xf1)) || (a === 0x83 && within(b, 0x40, 0x96))
      return {
        length: 2,
        common:
          kana ||
          (a === 0x81 && b <= 0xac) ||
          (a === 0x88 && b >= 0x9f) ||
          within(a, 0x89, 0x97) ||
          (a === 0x98 && b <= 0x72),
      }
    },
    frequent: 'のにはをたがでてとしれさいるすなもんーッス、。',
  },
  {
    label: 'euc-jp',
    read(a, b) {
      if (a === 0x8e) return within(b, 0xa1, 0xdf) ? { length: 2, common: false } : none
      if (a === 0x8f) return { length: 3, common: false }
      if (!within(a, 0xa1, 0xfe) || !within(b, 0xa1, 0xfe)) return none
      return { length: 2, common: within(a, 0xa1, 0xa5) || within(a, 0xb0, 0xcf) }
    },
    frequent: 'のにはをたがでてとしれさいるすなもんーッス、。',
  },
  {
    label: 'euc-kr',
    read(a, b) {
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x41, 0x5a) || within(b, 0x61, 0x7a) || within(b, 0x81, 0xfe)))
        return none
      return { length: 2, common: b >= 0xa1 && (a === 0xa1 || a === 0xa3 || within(a, 0xb0, 0xc8)) }
    },
    frequent: '이다는을의에가하고지기사로한도리인대자은서를일정수',
  },
]

/** Scripts of one byte a letter, each with the letters that make up more than half of its texts. */
const narrowEncodings: readonly { readonly label: string; readonly frequent: string }[] = [
  { label: 'windows-1251', frequent: 'оеаинтсрвлк' },
  { label: 'koi8-r', frequent: 'оеаинтсрвлк' },
  { label: 'ibm866', frequent: 'оеаинтсрвлк' },
  { label: 'iso-8859-5', frequent: 'оеаинтсрвлк' },
  { label: 'windows-1253', frequent: 'αοιετσνηυρπκ' },
  { label: 'windows-1255', frequent: 'יוהלאתרמבשנ' },
  { label: 'windows-1256', frequent: 'اليمنورتبةعدس' },
  { label: 'windows-874', frequent: 'านรอกเงมยลวดท่' },
]

/** Bytes that are looked at, from the first one that is not ASCII. */
const sampleBytes = 1 << 16
/** The common characters are 97 to 100 % of real texts; lists of names and rare words have less. In another encoding they are 80 % at most. */
const commonRatio = 0.9
/** Two bytes above 0x7f side by side may be anything. */
const leastCharacters = 2
/** Of the letters of a text half and more are frequent ones; of a text in another encoding a quarter. */
const frequentRatio = 0.45
/** Words of Latin letters have one letter with an accent, or two; those of other scripts have nothing else. */
const leastWord = 3
const wordRatio = 0.7

/** The label as `TextDecoder` takes it, `windows-1252` where nothing else is shown. The bytes are known to be no UTF-8. */
export function guessLegacyEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  if (first < 0) return 'windows-1252'
  const sample = bytes.subarray(first, first + sampleBytes)
  return guessWide(sample) ?? guessNarrow(sample) ?? 'windows-1252'
}

function guessWide(sample: Uint8Array): string | null {
  const likely = wideEncodings
    .map((encoding) => ({ ...encoding, share: shareOfCommon(sample, encoding) }))
    .filter(({ label, share }) => share >= commonRatio && isDecoded(label))
    .map((encoding) => ({ ...encoding, frequency: countFrequent(sample, encoding) }))
  // The order of the list decides between equals: short lists of names are sooner Chinese than anything else.
  return likely.sort((a, b) => b.frequency - a.frequency || b.share - a.share)[0]?.label ?? null
}

/** Of the characters beyond ASCII. What can't be read counts against the encoding. */
function shareOfCommon(sample: Uint8Array, { read }: WideEncoding): number {
  let characters = 0
  let common = 0
  for (let at = 0; at < sample.length; ) {
    const a = sample[at] ?? 0
    if (a <= 0x7f) {
      at++
      continue
    }
    // Cut by the sample's end.
    if (at + 1 >= sample.length) break
    const character = read(a, sample[at + 1] ?? 0, sample[at + 3] ?? 0)
    characters++
    if (character.common) common++
    at += Math.max(1, character.length)
  }
  return characters < leastCharacters ? 0 : common / characters
}

function guessNarrow(sample: Uint8Array): string | null {
  let high = 0
  let inWords = 0
  let run = 0
  let latin = false
  const endWord = (): void => {
    if (!latin && run >= leastWord) inWords += run
    run = 0
    latin = false
  }
  for (const byte of sample) {
    if (byte > 0x7f) {
      high++
      run++
    } else if (within(byte | 0x20, 0x61, 0x7a)) latin = true
    else endWord()
  }
  endWord()
  if (inWords < high * wordRatio) return null
  const shares = narrowEncodings
    .filter(({ label }) => isDecoded(label))
    .map((encoding) => {
      const small = countFrequent(sample, encoding)
      const any = countFrequent(sample, encoding, { capitals: true })
      // Where one encoding has its capitals another has its small letters, which are what texts are written in.
      return { ...encoding, share: any / high, rank: small + any }
    })
    .sort((a, b) => b.rank - a.rank)
  const best = shares[0]
  return best !== undefined && best.share >= frequentRatio ? best.label : null
}

function countFrequent(
  sample: Uint8Array,
  { label, frequent }: { label: string; frequent: string },
  { capitals = false } = {},
): number {
  const wanted = new Set(capitals ? frequent + frequent.toUpperCase() : frequent)
  let count = 0
  for (const char of new TextDecoder(label).decode(sample, { stream: true })) if (wanted.has(char)) count++
  return count
}

/** Whether this runtime knows the encoding. */
function isDecoded(label: string): boolean {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}
