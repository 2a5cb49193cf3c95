/** Deterministic random numbers and text: sentences, titles, names, dates, with realistic lengths and shapes. */
export interface Random {
  /** 0 to 1. */
  next(): number
  /** From `least` to `most`, inclusive. */
  int(least: number, most: number): number
  pick<item>(list: readonly item[]): item
  chance(share: number): boolean
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return { next, int, pick: (list) => list[Math.floor(next() * list.length)]!, chance: (share) => next() < share }
}

const nouns =
  'water system report valley region company member account service policy network market student teacher project budget result method sample patient product customer garden bridge engine library school river harbour signal station forest committee licence contract record product energy network vehicle record survey programme fund asset payment building office community language health research analysis container material surface pressure process record design kitchen recipe season village museum archive district council supplier partner employee manager document chapter question answer structure evidence journey landscape instrument battery sensor filter valve pump cable interface module package message session device screen window table column figure value range limit level rate period quarter year month week'.split(
    ' ',
  )
const adjectives =
  'annual local general new regional public private technical financial medical clean early final common simple average higher lower main additional available current digital electric external internal national open practical previous safe seasonal special strategic typical urban warm wide active complex detailed efficient flexible formal global healthy independent modern natural official ordinary personal quick rapid reliable significant stable sustainable total valid weekly'.split(
    ' ',
  )
const verbs =
  'describes supports provides requires improves reduces covers includes measures reports contains reaches shows explains follows protects serves manages controls receives delivers produces checks replaces extends limits changes holds keeps tests reviews approves offers allows creates'.split(
    ' ',
  )
const prepositions = 'in of for with under over near between after before during through'.split(' ')
const first =
  'Anna Peter Maria James Ruth Luis Chen Amir Helen Omar Ingrid Paul Sofia David Laura Thomas Nina Victor Elena Marcus Grace Hugo Clara Simon Leila Jan Eva Samuel Rosa Daniel'.split(
    ' ',
  )
const last =
  'Lindgren Ortega Brandt Miller Okafor Tanaka Novak Rossi Schmidt Keller Dubois Santos Khan Olsen Petrov Moreau Silva Jensen Byrne Walsh Fischer Moretti Haas Vogel Carter Hughes Bianchi Kowalski Meyer Sato'.split(
    ' ',
  )
const cities =
  'Springfield,Northgate,Port Ellis,Lakeview,Halden,Bergfeld,Saint Martin,Rivermouth,Oakham,Westbrook,Kingsport,Altdorf,New Haven,Mill Creek'.split(
    ',',
  )
export const cap = (t: string) => t.charAt(0).toUpperCase() + t.slice(1)
/** A source of random text. */
export function createRandomText(d: Random) {
  const noun = () => d.pick(nouns),
    adj = () => d.pick(adjectives),
    verb = () => d.pick(verbs)
  const np = () => (d.chance(0.4) ? `${adj()} ${noun()}` : noun())
  const sentence = () => {
    let t = `The ${np()} ${verb()} the ${np()}`
    for (let i = d.int(0, 3); i > 0; i--)
      t += ` ${d.pick(prepositions)} ${d.pick(['the', 'a', 'each', 'every', 'this'])} ${np()}`
    if (d.chance(0.3))
      t += `, ${d.pick(['and', 'but', 'while', 'because'])} the ${np()} ${verb()} ${d.pick(['it', 'them', `the ${np()}`])}`
    if (d.chance(0.12)) t += ` (${d.pick(['see', 'about', 'more than'])} ${d.int(2, 99)})`
    return `${t}.`
  }
  const para = (min = 2, max = 6) => Array.from({ length: d.int(min, max) }, sentence).join(' ')
  const title = (min = 1, max = 5) => {
    const n = d.int(min, max)
    const t =
      n === 1
        ? cap(noun())
        : n === 2
          ? `${cap(adj())} ${noun()}`
          : n === 3
            ? `${cap(noun())} and ${noun()}`
            : n === 4
              ? `${cap(noun())} of the ${np()}`
              : `${cap(verb().replace(/s$/, 'ing'))} the ${np()} ${d.pick(prepositions)} ${np()}`
    return d.chance(0.45) ? t.replace(/\b(?!of\b|the\b|and\b|in\b|for\b|with\b)\p{Ll}/gu, (x) => x.toUpperCase()) : t
  }
  const name = () => `${d.pick(first)} ${d.chance(0.2) ? `${d.pick('ABCDEFGHJKLM'.split(''))}. ` : ''}${d.pick(last)}`
  const company = () =>
    `${d.pick(last)} ${d.pick(['& Sons', 'Group', 'Systems', 'Foods', 'Logistics', 'Partners', 'Energy', 'Health', `& ${d.pick(last)}`])}${d.chance(0.5) ? d.pick([' Ltd', ' Inc.', ' GmbH', ' LLC', ' plc', '']) : ''}`
  const street = () => `${d.int(1, 999)} ${d.pick(last)} ${d.pick(['Street', 'Avenue', 'Road', 'Lane', 'Square'])}`
  const city = () => `${d.int(10000, 99999)} ${d.pick(cities)}`
  const months = 'January February March April May June July August September October November December'.split(' ')
  const date = () =>
    d.pick([
      () => `${d.int(1, 28)} ${d.pick(months)} ${d.int(2001, 2025)}`,
      () => `${d.pick(months)} ${d.int(1, 28)}, ${d.int(2001, 2025)}`,
      () => `${d.int(2001, 2025)}-0${d.int(1, 9)}-${d.int(10, 28)}`,
      () => `${d.int(1, 12)}/${d.int(1, 28)}/${d.int(2001, 2025)}`,
    ])()
  const money = () => `${d.pick(['$', '€', '£', ''])}${d.int(1, 9999)}.${d.int(10, 99)}`
  const phone = () =>
    `${d.pick(['Tel: ', 'Phone: ', 'T ', '', 'Fax: '])}${d.pick(['+44 ', '(0) ', '+1 ', ''])}${d.int(100, 999)}-${d.int(100, 999)}-${d.int(1000, 9999)}`
  const mail = () => `${d.pick(first).toLowerCase()}@${d.pick(last).toLowerCase()}.com`
  const place = () => d.pick(cities)
  return {
    noun,
    adj,
    verb,
    np,
    sentence,
    para,
    title,
    name,
    company,
    street,
    city,
    date,
    money,
    phone,
    mail,
    place,
    months,
  }
}
export type RandomText = ReturnType<typeof createRandomText>
