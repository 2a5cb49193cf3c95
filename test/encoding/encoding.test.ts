import { describe, expect, it } from 'vitest'
import { decodeText, detectEncoding, looksLikeText } from '../../src/encoding/encoding.ts'

/** Texts and their bytes, from another program's encoders. */
const texts = [
  {
    label: 'gb18030',
    text: '姓名,部门,工资\n张伟,销售部,5000\n',
    hex: 'd0d5c3fb2cb2bfc3c52cb9a4d7ca0ad5c5ceb02ccffacadbb2bf2c353030300a',
  },
  {
    label: 'big5',
    text: '姓名,部門,薪資\n陳怡君,業務部,5000\n',
    hex: 'a96da6572cb3a1aaf92cc17eb8ea0ab3afa9c9a7672cb77eb0c8b3a12c353030300a',
  },
  {
    label: 'shift_jis',
    text: '氏名,部署,給与\n佐藤さん,営業部,5000\n',
    hex: '8e8196bc2c95948f902c8b8b975e0a8db293a182b382f12c89638bc695942c353030300a',
  },
  {
    label: 'euc-jp',
    text: 'この文書は日本語で書かれています。\n',
    hex: 'a4b3a4cecab8bdf1a4cfc6fccbdcb8eca4c7bdf1a4aba4eca4c6a4a4a4dea4b9a1a30a',
  },
  {
    label: 'euc-kr',
    text: '이름,부서,급여\n김민수는 영업부에서 일하고 있습니다\n',
    hex: 'c0ccb8a72cbacebcad2cb1debfa90ab1e8b9cebcf6b4c220bfb5bef7bacebfa1bcad20c0cfc7cfb0ed20c0d6bdc0b4cfb4d90a',
  },
  {
    label: 'windows-1251',
    text: 'Имя,Отдел,Оклад\nИван Петров,продажи,5000\n',
    hex: 'c8ecff2ccef2e4e5eb2cceeaebe0e40ac8e2e0ed20cfe5f2f0eee22ceff0eee4e0e6e82c353030300a',
  },
  {
    label: 'koi8-r',
    text: 'Имя и отдел сотрудника указаны в таблице\n',
    hex: 'e9cdd120c920cfd4c4c5cc20d3cfd4d2d5c4cec9cbc120d5cbc1dac1ced920d720d4c1c2ccc9c3c50a',
  },
  {
    label: 'ibm866',
    text: 'Имя и отдел сотрудника указаны в таблице\n',
    hex: '88acef20a820aee2a4a5ab20e1aee2e0e3a4ada8aaa020e3aaa0a7a0adeb20a220e2a0a1aba8e6a50a',
  },
  {
    label: 'iso-8859-5',
    text: 'Имя и отдел сотрудника указаны в таблице\n',
    hex: 'b8dcef20d820dee2d4d5db20e1dee2e0e3d4ddd8dad020e3dad0d7d0ddeb20d220e2d0d1dbd8e6d50a',
  },
  {
    label: 'windows-1253',
    text: 'Το όνομα και το τμήμα του υπαλλήλου\n',
    hex: 'd4ef20fcedefece120eae1e920f4ef20f4ecdeece120f4eff520f5f0e1ebebdeebeff50a',
  },
  {
    label: 'windows-1255',
    text: 'שם העובד והמחלקה שלו מופיעים בטבלה\n',
    hex: 'f9ed20e4f2e5e1e320e5e4eee7ecf7e420f9ece520eee5f4e9f2e9ed20e1e8e1ece40a',
  },
  {
    label: 'windows-1256',
    text: 'اسم الموظف والقسم الذي يعمل فيه\n',
    hex: 'c7d3e320c7e1e3e6d9dd20e6c7e1ded3e320c7e1d0ed20eddae3e120ddede50a',
  },
  {
    label: 'windows-874',
    text: 'ชื่อพนักงานและแผนกที่ทำงานอยู่\n',
    hex: 'aad7e8cdbeb9d1a1a7d2b9e1c5d0e1bcb9a1b7d5e8b7d3a7d2b9cdc2d9e80a',
  },
]

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
/** Characters below U+0100 as their bytes. */
const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('texts in legacy encodings', () => {
  it.each(texts)('$label', ({ label, text, hex }) => {
    const bytes = bytesOf(hex)
    expect(detectEncoding(bytes)).toBe(label)
    expect(decodeText(bytes)).toBe(text)
    expect(looksLikeText(bytes)).toBe(true)
  })

  it.each([
    'Grüße aus Köln, Straße 12',
    'À l’été, où était-elle passée ?'.replace('’', "'"),
    "ÉCOLE DE L'ÎLE",
    '20 °C ±0,5 µm',
    '«Ça va»',
    '´´so´´ müssen sie',
  ])('%s is Latin', (text) => {
    expect(detectEncoding(latin(text))).toBe('windows-1252')
  })

  it('uses the declared encoding', () => {
    expect(detectEncoding(bytesOf('d0d5c3fb'), 'euc-kr')).toBe('euc-kr')
    expect(detectEncoding(bytesOf('d0d5c3fb'))).toBe('gb18030')
  })

  it('finds letters far from the beginning', () => {
    const bytes = new Uint8Array([...latin('a,b\n'.repeat(20_000)), ...bytesOf(texts[0]?.hex ?? '')])
    expect(detectEncoding(bytes)).toBe('gb18030')
  })

  it('accepts a character that is split by the end of the sample', () => {
    expect(looksLikeText(bytesOf('d0d5c3fb2cb2'))).toBe(true)
    expect(looksLikeText(new TextEncoder().encode('abcé'))).toBe(true)
  })
})
