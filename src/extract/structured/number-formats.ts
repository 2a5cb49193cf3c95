/** Numbers of lists in the formats of DOCX (ECMA-376 part 1, 17.18.59). */
import { toChinese, toRoman } from '../../model/numerals.ts'

type Format = (number: number) => string

const MAX_REPEATS = 20

/** After the last sign, the signs are doubled: z, aa, bb. */
function repeated(signs: string): Format {
  const all = [...signs]
  return (number) =>
    number < 1
      ? String(number)
      : all[(number - 1) % all.length]!.repeat(Math.min(MAX_REPEATS, Math.ceil(number / all.length)))
}

function cyclic(signs: string): Format {
  const all = [...signs]
  return (number) => (number < 1 ? String(number) : all[(number - 1) % all.length]!)
}

/** After the last sign, digits follow. */
function limited(signs: string): Format {
  const all = [...signs]
  return (number) => all[number - 1] ?? String(number)
}

function positional(digits: string): Format {
  const all = [...digits]
  return (number) => String(number).replace(/\d/g, (digit) => all[Number(digit)]!)
}

/** `signs` are the digits and the sign for ten. Legal numbers have a digit before each ten. */
function counting(signs: string, { isLegal = false } = {}): Format {
  const usual = [...'〇一二三四五六七八九十']
  const wanted = [...signs]
  return (number) => {
    const text = toChinese(number)
    return Array.from(
      isLegal && text.startsWith('十') ? `一${text}` : text,
      (each) => wanted[usual.indexOf(each)] ?? each,
    ).join('')
  }
}

const circled = (first: number): string => String.fromCodePoint(...Array.from({ length: 20 }, (_, at) => first + at))

/** Values of letters; 15 and 16 avoid a name of God. */
function hebrew(number: number): string {
  if (number < 1 || number > 499) return String(number)
  const rest = number % 100
  const hundreds = ['', ...'קרשת'][Math.floor(number / 100)]!
  if (rest === 15 || rest === 16) return `${hundreds}ט${rest === 15 ? 'ו' : 'ז'}`
  return `${hundreds}${['', ...'יכלמנסעפצ'][Math.floor(rest / 10)]!}${['', ...'אבגדהוזחט'][rest % 10]!}`
}

/** Several names can have one format. */
const NAMED_FORMATS: readonly (readonly [names: string, format: Format])[] = [
  ['decimal', String],
  ['lowerLetter', repeated('abcdefghijklmnopqrstuvwxyz')],
  ['upperLetter', repeated('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
  ['lowerRoman', toRoman],
  ['upperRoman', (number) => toRoman(number).toUpperCase()],
  ['decimalZero', (number) => String(number).padStart(2, '0')],
  ['ordinal', (number) => `${number}.`],
  ['numberInDash', (number) => `- ${number} -`],
  ['hex', (number) => number.toString(16).toUpperCase()],
  ['chicago', repeated('*†‡§')],
  ['lowerGreek', repeated('αβγδεζηθικλμνξοπρστυφχψω')],
  ['upperGreek', repeated('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ')],
  ['russianLower', repeated('абвгдежзиклмнопрстуфхцчшщыэюя')],
  ['russianUpper', repeated('АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ')],
  ['hebrew1', hebrew],
  ['hebrew2', repeated('אבגדהוזחטיכלמנסעפצקרשת')],
  ['arabicAlpha', repeated('أبتثجحخدذرزسشصضطظعغفقكلمنهوي')],
  ['arabicAbjad', repeated('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ')],
  ['thaiLetters', repeated('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')],
  ['thaiNumbers', positional('๐๑๒๓๔๕๖๗๘๙')],
  ['hindiNumbers', positional('०१२३४५६७८९')],
  ['decimalFullWidth decimalFullWidth2', positional('０１２３４５６７８９')],
  ['decimalEnclosedCircle decimalEnclosedCircleChinese', limited(circled(0x2460))],
  ['decimalEnclosedParen', limited(circled(0x2474))],
  ['decimalEnclosedFullstop', limited(circled(0x2488))],
  ['ideographEnclosedCircle', limited('㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉')],
  ['ideographTraditional', limited('甲乙丙丁戊己庚辛壬癸')],
  ['ideographZodiac', limited('子丑寅卯辰巳午未申酉戌亥')],
  ['chineseCounting chineseCountingThousand taiwaneseCounting taiwaneseCountingThousand', toChinese],
  ['japaneseCounting japaneseDigitalTenThousand', toChinese],
  ['ideographDigital koreanDigital2 taiwaneseDigital', positional('〇一二三四五六七八九')],
  ['japaneseLegal', counting('〇壱弐参四伍六七八九拾', { isLegal: true })],
  ['chineseLegalSimplified', counting('零壹贰叁肆伍陆柒捌玖拾', { isLegal: true })],
  ['ideographLegalTraditional', counting('零壹貳參肆伍陸柒捌玖拾', { isLegal: true })],
  ['koreanCounting koreanDigital', counting('영일이삼사오육칠팔구십')],
  ['ganada', cyclic('가나다라마바사아자차카타파하')],
  ['chosung', cyclic('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')],
  [
    'aiueo aiueoFullWidth',
    cyclic('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'),
  ],
  [
    'iroha irohaFullWidth',
    cyclic('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン'),
  ],
]
const FORMATS: ReadonlyMap<string, Format> = new Map(
  NAMED_FORMATS.flatMap(([names, format]) => names.split(' ').map((name) => [name, format] as const)),
)

/** Digits for unknown formats. */
export function formatNumber(number: number, format: string): string {
  const padded = /^0+1$/.exec(format)
  return padded === null ? (FORMATS.get(format) ?? String)(number) : String(number).padStart(format.length, '0')
}

/** Format of samples such as "甲, 乙, 丙, ..." (ODF, Word 2010); "001" for three digits. */
export function formatOfSamples(samples: string): string | undefined {
  const [first = '', second = ''] = samples.split(/,\s*/)
  if (/^0+1$/.test(first)) return first
  return FORMATS.entries().find(([, format]) => format(1) === first && format(2) === second)?.[0]
}

/** In the order of their codes in DOC and RTF ([MS-OSHARED] 2.2.1.3). */
const CODED_FORMATS =
  `decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago ideographDigital
  japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal japaneseDigitalTenThousand
  decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero bullet ganada chosung
  decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese ideographEnclosedCircle
  ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional
  taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified chineseCountingThousand decimal
  koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad hindiVowels
  hindiConsonants hindiNumbers hindiCounting thaiLetters thaiNumbers thaiCounting vietnameseCounting numberInDash
  russianLower russianUpper`.split(/\s+/)
const NO_FORMAT = 255

export function formatOfCode(code: number): string {
  return code === NO_FORMAT ? 'none' : (CODED_FORMATS[code] ?? 'decimal')
}
