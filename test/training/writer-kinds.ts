/** Kinds of office documents with large and bold lines, some of which are headings. */
import { cap, many, type WriterKit } from './writer-parts.ts'

export const writerKinds: Readonly<Record<string, (kit: WriterKit) => string>> = {
  letter: ({ d, t, p, b, open, line, paras, company }) =>
    open(company(), line({ bold: true }, d.pick(['start', 'center', 'end']), d.pick([1.3, 1.8]))) +
    p(t.street(), line({}, 'start', 0.85)) +
    p(`${t.phone()} · ${t.mail()}`, line({}, 'start', 0.85, 0, 14)) +
    p(d.chance(0.5) ? b(t.name()) : t.name()) +
    p(d.chance(0.4) ? b(company()) : company()) +
    p(t.street()) +
    p(t.city()) +
    p(t.date(), line({}, d.pick(['start', 'end']), 1, 14, 14)) +
    open((d.chance(0.5) ? 'Subject: ' : '') + t.title(), line({ bold: true })) +
    p(`Dear ${t.name()},`, line({}, 'start', 1, 6, 6)) +
    paras(2, 5) +
    p('Yours sincerely,', line({}, 'start', 1, 6, 20)) +
    p(b(t.name())) +
    p(d.chance(0.5) ? b(t.title(1, 3)) : t.title(1, 3)),
  form: ({ d, t, p, b, head, line, table, company }) => {
    const division = d.pick(['Section', 'Part', ''])
    const blank = (): string => p(`${b(`${cap(t.np())}:`)} ${'_'.repeat(d.int(14, 40))}`, line({}, 'start', 1, 3, 3))
    const label = (): string => p(d.chance(0.6) ? b(cap(t.np())) : cap(t.np()))
    const rows = (): string =>
      table(d.int(3, 6), 2, (_, col) => (col === 0 ? label() : p(d.chance(0.3) ? t.date() : '')))
    return (
      p(company(), line({ bold: true }, 'center', 1.1)) +
      head(1, t.title(2, 4)) +
      p(t.sentence()) +
      many(
        d.int(2, 5),
        (at) =>
          head(2, (division === '' ? '' : `${division} ${at + 1}: `) + t.title(1, 3)) +
          (d.chance(0.5) ? many(d.int(3, 7), blank) : rows()),
      ) +
      p(`${b('Signature')} ____________________ ${b('Date')} __________`, line({}, 'start', 1, 16)) +
      p(b(`For ${t.noun()} use only`))
    )
  },
  cover: ({ d, t, p, head, line, number, paras, list, newPage, company }) =>
    p(company(), line({ bold: d.chance(0.5) }, 'center', 1.3, 90)) +
    head(1, t.title(4, 5), line({ bold: d.chance(0.6) }, 'center', 2.4, 120, 20)) +
    p(
      `${d.pick(['Annual report', 'Final version', 'Technical note', 'Working paper'])} ${d.int(2001, 2025)}`,
      line({}, 'center', 1.5),
    ) +
    p(t.name(), line({ bold: d.chance(0.4) }, 'center', 1.2, 60)) +
    p(t.date(), line({}, 'center', 1.2)) +
    p(`Version ${d.int(1, 9)}.${d.int(0, 9)}`, line({ bold: d.chance(0.5) }, 'center', 1.1)) +
    newPage() +
    many(d.int(4, 8), (at) => {
      const inner = (next: number): string =>
        head(3, (/\d/.test(number(at)) ? `${at + 1}.${next + 1} ` : '') + t.title()) + paras(1, 1)
      return (
        head(2, number(at) + t.title()) +
        paras(1, 3) +
        (d.chance(0.3) ? list() : '') +
        (d.chance(0.5) ? many(d.int(1, 3), inner) : '')
      )
    }),
  minutes: ({ d, t, p, b, head, line, paras }) =>
    head(1, `Minutes of the ${t.np()}`) +
    p(b('Date: ') + t.date()) +
    p(b('Place: ') + t.place()) +
    p(`${b(d.pick(['Present', 'Present:', 'Attendees']))} ${[t.name(), t.name(), t.name()].join(', ')}`) +
    p(b('Apologies: ') + t.name()) +
    many(
      d.int(4, 7),
      (at) =>
        head(2, `${at + 1}. ${t.title()}`) +
        paras(1, 2) +
        (d.chance(0.5) ? p(`${b('Action: ')}${t.name()} to report on the ${t.np()}`) : '') +
        (d.chance(0.3) ? p(b('Resolved')) : ''),
    ) +
    p(b(t.name()), line({}, 'start', 1, 20)) +
    p('Chair'),
  cv: ({ d, t, p, b, head, open, line, list, company }) => {
    const post = (): string =>
      p(b(t.title(1, 3)) + (d.chance(0.5) ? `, ${company()}` : ''), line({}, 'start', 1, 4)) +
      p(`${d.int(1995, 2010)} – ${d.int(2011, 2024)}`, line({ italic: true })) +
      list(d.int(2, 3))
    const parts = [
      ['Experience', 'Employment history'],
      ['Education', 'Training'],
      ['Skills', 'Languages'],
      ['Publications', 'Awards'],
      ['References', 'Interests'],
    ]
    return (
      open(t.name(), line({ bold: true }, d.pick(['start', 'center']), 2)) +
      p(`${t.street()}, ${t.city()} · ${t.phone()} · ${t.mail()}`, line({}, 'center', 0.9)) +
      many(
        d.int(3, 5),
        (at) =>
          head(2, d.pick(parts[at]!)) +
          (at < 2 ? many(d.int(2, 3), post) : d.chance(0.5) ? list() : p([t.np(), t.np(), t.np()].join(', '))),
      )
    )
  },
  invoice: ({ d, t, p, b, head, line, table, company }) => {
    const names = ['Description', 'Qty', 'Price', 'Amount']
    const entry = (col: number): string => (col === 0 ? cap(t.np()) : col === 1 ? String(d.int(1, 40)) : t.money())
    return (
      p(company(), line({ bold: true }, 'start', d.pick([1.2, 1.6]))) +
      p(t.street()) +
      p(t.city()) +
      head(1, d.pick(['Invoice', 'INVOICE', 'Tax invoice', 'Quotation'])) +
      p(b('Invoice no.: ') + d.int(1000, 99999)) +
      p(b('Date: ') + t.date()) +
      p(b(d.pick(['Bill to', 'Bill to:', 'Customer'])), line({}, 'start', 1, 10)) +
      p(d.chance(0.5) ? b(t.name()) : t.name()) +
      p(t.street()) +
      p(t.city()) +
      table(d.int(4, 8), 4, (row, col) => p(row === 0 ? b(names[col]!) : entry(col))) +
      p(b('Subtotal ') + t.money(), line({}, 'end', 1, 6)) +
      p(`Total ${t.money()}`, line({ bold: true }, 'end', d.pick([1.2, 1.6]))) +
      p(b('Amount due'), line({}, 'start', 1, 14)) +
      p(t.money(), line({ bold: true }, 'start', 1.5)) +
      (d.chance(0.5) ? head(2, 'Payment terms') : '') +
      p(t.sentence()) +
      p(b('Thank you for your business!'), line({}, 'center', 1.1, 20))
    )
  },
  manual: ({ d, t, p, b, mono, head, line, list, paras, indent }) => {
    const command = (): string => p(mono(`${t.noun()} --${t.noun()} ${t.noun()}.conf`))
    const term = (): string => p(mono(b(`${t.noun()}_${t.noun()}`))) + p(t.para(1, 2), indent)
    const section = (number: string): string =>
      head(3, `${number} ${t.title()}`) +
      paras(1, 2) +
      (d.chance(0.5) ? many(d.int(1, 4), command) + paras(1, 1) : '') +
      (d.chance(0.35)
        ? p(b(d.pick(['Note:', 'Warning', 'Caution!', 'Tip'])), line({}, 'start', 1, 4)) + p(t.sentence())
        : '') +
      (d.chance(0.3) ? list() : '') +
      (d.chance(0.3) ? many(3, term) : '')
    const chapter = (at: number): string =>
      head(2, `${at + 1} ${t.title()}`) + paras(1, 1) + many(d.int(1, 3), (next) => section(`${at + 1}.${next + 1}`))
    return head(1, t.title()) + paras(1, 1) + many(d.int(3, 5), chapter)
  },
  hanging: ({ d, t, head, hang, paras }) => {
    const section = (level: number, number: string): string =>
      head(level, `${number}<text:tab/>${t.title()}`, hang) + paras(1, 2)
    return (
      head(1, t.title()) +
      many(
        d.int(4, 7),
        (at) => section(2, `${at + 1}`) + (d.chance(0.5) ? many(2, (next) => section(3, `${at + 1}.${next + 1}`)) : ''),
      )
    )
  },
  sheet: ({ d, t, p, b, head, line, list, table, company }) => {
    const value = (): string => `${d.int(1, 900)} ${d.pick(['mm', 'kg', 'V', 'W', '°C'])}`
    const data = (): string => table(d.int(4, 7), 2, (_, col) => p(col === 0 ? b(cap(t.np())) : value()))
    const names = ['Features', 'Technical data', 'Applications', 'Ordering information']
    return (
      p(company().toUpperCase().replace(/&AMP;/g, '&amp;'), line({ bold: true }, 'end', 0.9)) +
      head(1, `${cap(t.noun())} ${d.int(100, 9000)}`) +
      p(t.title(), line({ italic: true }, 'start', 1.3)) +
      p(`From ${t.money()}`, line({ bold: true, color: '#c00000' }, 'start', 1.6)) +
      many(d.int(2, 4), (at) => head(2, names[at]!) + (at === 1 ? data() : d.chance(0.6) ? list() : p(t.para()))) +
      p(b(company())) +
      p(t.phone()) +
      p(`www.${t.noun()}.com`, line({ bold: true }))
    )
  },
  press: ({ d, t, p, b, head, open, line, paras, company }) =>
    p(
      d.pick(['FOR IMMEDIATE RELEASE', 'PRESS RELEASE', 'Media information']),
      line({ bold: true }, 'start', d.pick([1, 1.2])),
    ) +
    p(t.date()) +
    head(1, t.title(4, 5)) +
    (d.chance(0.6) ? open(t.sentence(), line({ italic: true }, 'start', 1.2)) : '') +
    p(b(`${t.place().toUpperCase()}, ${t.date()} – `) + t.para()) +
    many(d.int(2, 4), () => (d.chance(0.3) ? head(2, t.title()) : '') + paras(1, 1)) +
    (d.chance(0.4) ? p(`“${t.sentence()}”`, line({ italic: true }, 'center', 1.4, 8, 8)) : '') +
    head(2, `About ${company()}`) +
    paras(1, 1) +
    head(2, d.pick(['Press contact', 'Media contact', 'Contact'])) +
    p(b(t.name())) +
    p(t.phone()) +
    p(t.mail()) +
    p('# # #', line({}, 'center')),
  exam: ({ d, t, p, b, head, line }) => {
    const division = d.pick(['Section', 'Part'])
    const sign = d.pick([': ', ' – '])
    const question = (at: number): string =>
      p(`${b(`${at + 1}.`)} ${t.sentence()}${d.chance(0.5) ? b(` (${d.int(2, 9)} marks)`) : ''}`) +
      (d.chance(0.4) ? many(4, (next) => p(`${'ABCD'[next]}) ${t.np()}`)) : '')
    const part = (at: number): string =>
      head(2, `${division} ${'ABC'[at]}${sign}${t.title(1, 3)}`) +
      p('Answer all questions.', line({ italic: true })) +
      many(d.int(3, 6), question)
    return (
      p('Name: ______________________ Class: ______') +
      head(1, t.title()) +
      p(b(`Time allowed: ${d.int(1, 3)} hours`)) +
      p(b('Total: 100 marks')) +
      many(d.int(2, 3), part) +
      p(b('END OF PAPER'), line({}, 'center', 1, 14))
    )
  },
  policy: ({ d, t, p, b, head, table }) => {
    const facts = [
      ['Document owner', t.name()],
      ['Version', `${d.int(1, 5)}.${d.int(0, 9)} (${t.date()})`],
    ]
    const clause = (number: string): string =>
      p(`${number} ${d.chance(0.3) ? b(`${cap(t.np())}. `) : ''}${t.para(1, 3)}`)
    const sign = d.pick(['.', ''])
    return (
      table(2, 2, (row, col) => p(facts[row]![col]!)) +
      head(1, `${t.title(1, 3)} policy`) +
      many(
        d.int(4, 7),
        (at) => head(2, `${at + 1}${sign} ${t.title()}`) + many(d.int(1, 4), (next) => clause(`${at + 1}.${next + 1}`)),
      )
    )
  },
  faq: ({ d, t, head, paras }) => {
    const question = (): string =>
      `${d.pick(['How do I', 'What is the', 'Can I', 'Why does the'])} ${t.np()} the ${t.noun()}?`
    const part = (): string =>
      (d.chance(0.6) ? head(2, t.title()) : '') + many(d.int(3, 5), () => head(3, question()) + paras(1, 2))
    return head(1, t.title()) + paras(1, 1) + many(d.int(1, 3), part)
  },
  news: ({ d, t, p, head, line, paras, columns }) => {
    const article = (): string =>
      head(2, t.title(3, 5)) +
      (d.chance(0.4) ? p(`By ${t.name()}`, line({ italic: true })) : '') +
      paras(1, 3) +
      (d.chance(0.25) ? p(`“${t.sentence()}”`, line({ italic: true, bold: d.chance(0.5) }, 'center', 1.3, 8, 8)) : '')
    return (
      head(1, t.title(2, 3), line({ bold: true }, 'center', 2.6)) +
      p(`Issue ${d.int(1, 90)} · ${t.date()}`, line({}, 'center', 0.9, 0, 8)) +
      columns(2, many(d.int(4, 7), article))
    )
  },
  flyer: ({ d, t, p, b, head, line, list, company }) =>
    p(company(), line({}, 'center', 1.2)) +
    head(1, t.title(), line({ bold: true }, 'center', 3, 40, 10)) +
    p(t.date(), line({ bold: d.chance(0.6) }, 'center', 1.8)) +
    p(`${d.int(1, 12)}:00 pm – ${t.place()}`, line({ bold: d.chance(0.3) }, 'center', 1.4)) +
    p(t.para(2, 2), line({}, 'center', 1.1, 20, 10)) +
    many(d.int(0, 2), () => head(2, t.title(1, 3), line({ bold: true }, 'center', 1.6, 12)) + list()) +
    p(`Free ${t.noun()}!`, line({ bold: true, color: '#c00000' }, 'center', 1.7, 14)) +
    p(b(t.phone()), line({}, 'center')),
  card: ({ d, t, p, b, mono, head, line, columns }) => {
    const entry = (): string =>
      p(`${d.chance(0.5) ? mono(t.noun()) : b(t.noun())}<text:tab/>${t.np()}`, line({}, 'start', 0.85))
    const part = (): string =>
      head(2, t.title(1, 3), line({ bold: true }, 'start', d.pick([1, 1.1, 1.2]), 6, 2)) + many(d.int(3, 8), entry)
    return head(1, `${t.title(1, 2)} reference card`) + columns(3, many(d.int(6, 10), part))
  },
}
