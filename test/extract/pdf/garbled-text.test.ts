/** Garbled text, and text that is only unusual. */
import { describe, expect, test } from 'vitest'
import { findGarbledText, letterSimilarity } from '../../../src/extract/pdf/garbled-text.ts'
import { span } from '../../layout/raw-pages.ts'

/** Repeated three times: the words of a page. */
const suspicion = (text: string, more: { mono?: boolean } = {}): string | null =>
  findGarbledText([1, 2, 3].map(() => span({ text, x: 0, y: 0, ...more })))
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ')

const english =
  'the keeper of the granary writes down what each of the carts has brought before it is weighed again and no load leaves the yard until both numbers agree when they differ by more than a handful the cart is emptied and counted by hand which takes the better part of a morning and pleases nobody who has to wait for it in the rain'
const german =
  'der Verwalter des Kornspeichers schreibt auf was jeder Wagen gebracht hat bevor er nochmals gewogen wird und keine Fuhre verlässt den Hof bis beide Zahlen übereinstimmen weichen sie um mehr als eine Handvoll voneinander ab wird der Wagen entladen und von Hand gezählt was den größten Teil eines Vormittags kostet und niemandem gefällt der im Regen warten muss'
const polish =
  'zarządca spichlerza zapisuje co przywiózł każdy z wozów zanim zostanie on ponownie zważony i żaden ładunek nie opuszcza podwórza dopóki obie liczby się nie zgadzają jeżeli różnią się o więcej niż garść wóz zostaje opróżniony i przeliczony ręcznie co zajmuje większą część poranka i nikomu się nie podoba kto musi czekać w deszczu przez szczelinę'
const czech =
  'správce sýpky zapisuje co každý z vozů přivezl dříve než je znovu zvážen a žádný náklad neopustí dvůr dokud se obě čísla neshodují pokud se liší o více než hrst je vůz vyprázdněn a přepočítán ručně což zabere větší část rána a nelíbí se to nikomu kdo musí čekat v dešti čtvrtku srpna vlhkého prstu smrk trhl krk zvlášť'
const finnish =
  'viljamakasiinin hoitaja kirjaa muistiin mitä kukin kärry on tuonut ennen kuin se punnitaan uudelleen eikä yksikään kuorma lähde pihalta ennen kuin molemmat luvut täsmäävät jos ne eroavat enemmän kuin kourallisen verran kärry tyhjennetään ja lasketaan käsin mikä vie suurimman osan aamusta eikä miellytä ketään joka joutuu odottamaan sateessa'
const vietnamese =
  'người giữ kho thóc ghi lại những gì mỗi chiếc xe đã mang đến trước khi nó được cân lại và không chuyến hàng nào rời sân cho đến khi cả hai con số khớp nhau khi chúng chênh lệch hơn một nắm thì xe được dỡ xuống và đếm bằng tay việc này chiếm phần lớn buổi sáng và không làm hài lòng những người phải đứng chờ trong mưa'

const rotate = (by: number) => (text: string) =>
  text.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 97 + by) % 26) + 97))
const keys = (text: string) =>
  text.replace(/[a-z]/g, (char) => 'qwertyuiopasdfghjklzxcvbnm'.charAt(char.charCodeAt(0) - 97))
/** Glyph numbers of a font whose letters begin at "!", with a number for the space, too. */
const glyphNumbers = (text: string) =>
  text.replace(/[a-z ]/g, (char) => (char === ' ' ? 'X' : String.fromCharCode(char.charCodeAt(0) - 64)))
/** Codes shifted to another first character. */
const lower = (text: string) => text.replace(/[a-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 29))

describe('sound text is not suspected', () => {
  test.each([
    ['English', english],
    ['German', german],
    ['Polish', polish],
    ['Czech', czech],
    ['Finnish', finnish],
    ['Vietnamese', vietnamese],
    ['capitals', english.toUpperCase()],
    ['Greek', times(60, 'ο φύλακας της αποθήκης γράφει')],
    ['Chinese', times(60, '仓库的看守人记下')],
    ['figures', times(90, '41.5 2,733,004 (68.2 %) –')],
    ['addresses', times(60, 'www.example.org/a_b?c=d keeper@example.org src/parse.ts')],
    ['rows of leaders, and numbers', times(30, 'Chapter 4........(17) 1,200,000 ((3)) ———')],
    ['a short line of initials', 'BRRR PFFT TXTS'],
  ])('%s', (_, text) => {
    expect(suspicion(text)).toBe(null)
  })

  test('a few words are not enough', () => {
    expect(findGarbledText([span({ text: 'brpf cktl wrst mnpq', x: 0, y: 0 })])).toBe(null)
  })

  test('code in a monospaced font', () => {
    expect(suspicion(times(90, 'a=b;c(d){e} x+=y*z->w x1y2z3'), { mono: true })).toBe(null)
  })
})

describe('garbled text is suspected', () => {
  test.each([
    ['letters moved along the alphabet', rotate(7)(english)],
    ['moved the other way', rotate(19)(german)],
    ['letters swapped', keys(english)],
    ['letters swapped, in capitals', keys(english).toUpperCase()],
    ['codes of a font that begins elsewhere', lower(english)],
    ['glyph numbers instead of letters', glyphNumbers(english)],
    ['Cyrillic through a Western table', times(40, 'Õðàíèòåëü àìáàðà çàïèñûâàåò âñå')],
    ['signs inside the words', times(60, 'h#e?r k&e^ep;er c|ar~t w{ei}gh')],
  ])('%s', (_, text) => {
    expect(suspicion(text)).not.toBe(null)
  })
})

test('letters are counted regardless of order, case and accents', () => {
  expect(letterSimilarity('Keeper of the Gate', 'gate the OF keeper')).toBeCloseTo(1)
  expect(letterSimilarity('café', 'CAFE')).toBeGreaterThan(0.85)
  expect(letterSimilarity(english, keys(english))).toBeLessThan(0.85)
  expect(letterSimilarity('', 'words')).toBe(0)
})
