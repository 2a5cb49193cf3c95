/**
 * Detects multibyte encodings by blocks of common characters, single-byte ones by letter frequency. Latin scripts
 * differ too little: all are windows-1252.
 */

interface MultibyteCharacter {
  readonly length: 0 | 1 | 2 | 3 | 4
  readonly common: boolean
}

interface MultibyteEncoding {
  readonly label: string
  /** `a` is a byte above 0x7f, `b` the one after it, `d` the fourth. */
  read(a: number, b: number, d: number): MultibyteCharacter
  readonly frequent: string
}

const INVALID: MultibyteCharacter = { length: 0, common: false }
const within = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last

/** Common characters: level 1 of GB 2312, Big5 and JIS X 0208, and the syllables of KS X 1001. */
const MULTIBYTE_ENCODINGS: readonly MultibyteEncoding[] = [
  {
    label: 'gb18030',
    read(a, b, d) {
      if (within(a, 0x81, 0xfe) && within(b, 0x30, 0x39))
        return within(d, 0x30, 0x39) ? { length: 4, common: false } : INVALID
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x40, 0x7e) || within(b, 0x80, 0xfe))) return INVALID
      return { length: 2, common: b >= 0xa1 && (a === 0xa1 || a === 0xa3 || within(a, 0xb0, 0xd7)) }
    },
    frequent: '的一是不了人在有我他这中大来上个国和地到为子时会出年月日，。、：',
  },
  {
    label: 'big5',
    read(a, b) {
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x40, 0x7e) || within(b, 0xa1, 0xfe))) return INVALID
      return { length: 2, common: a === 0xa1 || within(a, 0xa4, 0xc6) }
    },
    frequent: '的一是不了人在有我他這中大來上個國和地到為子時會出年月日，。、：',
  },
  {
    label: 'shift_jis',
    read(a, b) {
      if (within(a, 0xa1, 0xdf)) return { length: 1, common: false }
      if (!(within(a, 0x81, 0x9f) || within(a, 0xe0, 0xfc)) || !(within(b, 0x40, 0x7e) || within(b, 0x80, 0xfc)))
        return INVALID
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
      if (a === 0x8e) return within(b, 0xa1, 0xdf) ? { length: 2, common: false } : INVALID
      if (a === 0x8f) return { length: 3, common: false }
      if (!within(a, 0xa1, 0xfe) || !within(b, 0xa1, 0xfe)) return INVALID
      return { length: 2, common: within(a, 0xa1, 0xa5) || within(a, 0xb0, 0xcf) }
    },
    frequent: 'のにはをたがでてとしれさいるすなもんーッス、。',
  },
  {
    label: 'euc-kr',
    read(a, b) {
      if (!within(a, 0x81, 0xfe) || !(within(b, 0x41, 0x5a) || within(b, 0x61, 0x7a) || within(b, 0x81, 0xfe)))
        return INVALID
      return { length: 2, common: b >= 0xa1 && (a === 0xa1 || a === 0xa3 || within(a, 0xb0, 0xc8)) }
    },
    frequent: '이다는을의에가하고지기사로한도리인대자은서를일정수',
  },
]

/** Single-byte encodings with the letters that make up more than half of a text. */
const SINGLE_BYTE_ENCODINGS: readonly { readonly label: string; readonly frequent: string }[] = [
  { label: 'windows-1251', frequent: 'оеаинтсрвлк' },
  { label: 'koi8-r', frequent: 'оеаинтсрвлк' },
  { label: 'ibm866', frequent: 'оеаинтсрвлк' },
  { label: 'iso-8859-5', frequent: 'оеаинтсрвлк' },
  { label: 'windows-1253', frequent: 'αοιετσνηυρπκ' },
  { label: 'windows-1255', frequent: 'יוהלאתרמבשנ' },
  { label: 'windows-1256', frequent: 'اليمنورتبةعدس' },
  { label: 'windows-874', frequent: 'านรอกเงมยลวดท่' },
]

const SAMPLE_BYTES = 1 << 16
/** Minimum ratio of common characters: lists of names have more, wrong encodings fewer. */
const MIN_COMMON_RATIO = 0.9
const MIN_MULTIBYTE_CHARACTERS = 2
/** Minimum ratio of frequent letters; a wrong encoding has about a quarter. */
const MIN_FREQUENT_RATIO = 0.45
/** Minimum length of a word; Latin words have one or two non-ASCII letters. */
const MIN_NON_LATIN_WORD = 3
const MIN_NON_LATIN_RATIO = 0.7

/** Returns a label for `TextDecoder`. The bytes must not be valid UTF-8. */
export function guessLegacyEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  if (first < 0) return 'windows-1252'
  const sample = bytes.subarray(first, first + SAMPLE_BYTES)
  return guessMultibyte(sample) ?? guessSingleByte(sample) ?? 'windows-1252'
}

function guessMultibyte(sample: Uint8Array): string | null {
  const candidates = MULTIBYTE_ENCODINGS.map((encoding) => ({ ...encoding, ratio: commonRatio(sample, encoding) }))
    .filter(({ label, ratio }) => ratio >= MIN_COMMON_RATIO && isKnown(label))
    .map((encoding) => ({ ...encoding, frequency: countFrequent(sample, encoding) }))
  // On a tie the first encoding wins: a short list of names is most likely Chinese.
  return candidates.sort((a, b) => b.frequency - a.frequency || b.ratio - a.ratio)[0]?.label ?? null
}

function commonRatio(sample: Uint8Array, { read }: MultibyteEncoding): number {
  let characters = 0
  let common = 0
  for (let at = 0; at < sample.length; ) {
    const byte = sample[at]!
    if (byte <= 0x7f) {
      at++
      continue
    }
    if (at + 1 >= sample.length) break
    const character = read(byte, sample[at + 1]!, sample[at + 3] ?? 0)
    characters++
    if (character.common) common++
    at += Math.max(1, character.length)
  }
  return characters < MIN_MULTIBYTE_CHARACTERS ? 0 : common / characters
}

function guessSingleByte(sample: Uint8Array): string | null {
  const nonAscii = sample.reduce((count, byte) => count + Number(byte > 0x7f), 0)
  if (countInNonLatinWords(sample) < nonAscii * MIN_NON_LATIN_RATIO) return null
  const [best] = SINGLE_BYTE_ENCODINGS.filter(({ label }) => isKnown(label))
    .map((encoding) => {
      const lowercase = countFrequent(sample, encoding)
      const anyCase = countFrequent(sample, encoding, { uppercase: true })
      // Uppercase letters of one encoding are lowercase in another, and most text is lowercase.
      return { label: encoding.label, ratio: anyCase / nonAscii, rank: lowercase + anyCase }
    })
    .sort((a, b) => b.rank - a.rank)
  return best !== undefined && best.ratio >= MIN_FREQUENT_RATIO ? best.label : null
}

function countInNonLatinWords(sample: Uint8Array): number {
  let count = 0
  let wordLength = 0
  let hasLatin = false
  const endWord = (): void => {
    if (!hasLatin && wordLength >= MIN_NON_LATIN_WORD) count += wordLength
    wordLength = 0
    hasLatin = false
  }
  for (const byte of sample) {
    if (byte > 0x7f) wordLength++
    else if (within(byte | 0x20, 0x61, 0x7a)) hasLatin = true
    else endWord()
  }
  endWord()
  return count
}

function countFrequent(
  sample: Uint8Array,
  { label, frequent }: { label: string; frequent: string },
  { uppercase = false } = {},
): number {
  const wanted = new Set(uppercase ? frequent + frequent.toUpperCase() : frequent)
  let count = 0
  for (const char of new TextDecoder(label).decode(sample, { stream: true })) if (wanted.has(char)) count++
  return count
}

export function isKnown(label: string): boolean {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}
