/**
 * Random styles of generated documents: fonts, headings (size, weight, letter case, color, rule below, whitespace),
 * labels, column width, paper.
 */
import type { Random } from './words.ts'

/** Regular and bold fonts of Debian packages. */
const web: Record<string, string[]> = {
  Lato: ['truetype/lato/Lato-Regular.ttf', 'truetype/lato/Lato-Bold.ttf'],
  OpenSans: ['truetype/open-sans/OpenSans-Regular.ttf', 'truetype/open-sans/OpenSans-Semibold.ttf'],
  Roboto: [
    'truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf',
    'truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf',
  ],
  Vollkorn: ['truetype/vollkorn/Vollkorn-Regular.ttf', 'truetype/vollkorn/Vollkorn-Bold.ttf'],
  Cabin: ['opentype/cabin/Cabin-Regular.otf', 'opentype/cabin/Cabin-SemiBold.otf'],
  EBGaramond: ['opentype/ebgaramond/EBGaramond12-Regular.otf', 'opentype/ebgaramond/EBGaramond12-Bold.otf'],
  Inter: ['opentype/inter/Inter-Regular.otf', 'opentype/inter/Inter-SemiBold.otf'],
}
const sys = [
  'Liberation Serif',
  'Liberation Sans',
  'Carlito',
  'Caladea',
  'DejaVu Sans',
  'DejaVu Serif',
  'Nimbus Roman',
  'Nimbus Sans',
  'P052',
  'C059',
  'URW Bookman',
  'URW Gothic',
  'Liberation Sans Narrow',
  'Liberation Mono',
]
const faces = (folder: string) =>
  Object.entries(web)
    .map(
      ([n, [r, b]]) =>
        `@font-face{font-family:${n};src:url(file://${folder}/${r})}@font-face{font-family:${n};font-weight:bold;src:url(file://${folder}/${b})}`,
    )
    .join('')
const colors = ['#1f4e79', '#c00000', '#2e7d32', '#7030a0', '#d35400', '#005f73', '#444', '#777', '#0b5394']
export interface RandomStyle {
  css: string
  numbered: string
  label: (t: string) => string
}
/** A random style with the fonts in `folder`. */
export function createRandomStyle(d: Random, folder: string): RandomStyle {
  const font = d.chance(0.55) ? d.pick(sys.slice(0, 12)) : d.chance(0.15) ? d.pick(sys) : d.pick(Object.keys(web))
  const size = d.pick([8.5, 9, 9.5, 10, 10, 10.5, 11, 11, 12])
  const hfont = d.chance(0.25) ? d.pick([...sys.slice(0, 12), ...Object.keys(web)]) : font
  const manner = d.pick([
    'size+bold',
    'size+bold',
    'size+bold',
    'bold',
    'bold',
    'size',
    'caps',
    'caps+bold',
    'color',
    'underline',
    'italic+size',
  ])
  const ratio = manner.includes('size') ? d.pick([1.12, 1.2, 1.25, 1.35, 1.5]) : d.chance(0.4) ? 1.08 : 1
  const color = manner === 'color' || d.chance(0.25) ? d.pick(colors) : 'inherit'
  const center = d.chance(0.15)
  const leading = d.pick([1.15, 1.2, 1.3, 1.4, 1.5])
  const h = (level: number) => {
    const k =
      level === 1
        ? manner.includes('size') || d.chance(0.7)
          ? d.pick([1.4, 1.6, 1.8, 2.2, 2.6])
          : ratio
        : ratio ** Math.max(0.3, 1.6 - level * 0.4)
    const bold = manner.includes('bold') || (manner === 'color' && d.chance(0.5)) || (level === 1 && d.chance(0.3))
    return `h${level}{font:${manner === 'italic+size' && level > 1 ? 'italic ' : ''}${bold ? 'bold' : 'normal'} ${(size * k).toFixed(2)}pt/1.2 '${hfont}';color:${color};${manner.includes('caps') && level < 4 ? `text-transform:uppercase;` : ''}${manner === 'underline' ? 'text-decoration:underline;' : ''}${(center && level < 3) || (level === 1 && d.chance(0.35)) ? 'text-align:center;' : ''}margin:${d.pick([0.4, 0.7, 1, 1.4]) * size}pt 0 ${d.pick([0, 0.15, 0.3, 0.6]) * size}pt}`
  }
  const rule = d.chance(0.12)
    ? 'h2{border-bottom:1px solid #888}'
    : d.chance(0.05)
      ? 'h2{background:#dde;padding:2pt}'
      : ''
  const lab = d.pick(['bold', 'bold', 'bold', 'bold', 'normal', 'caps', 'boldcolor', 'small'])
  const css = `${faces(folder)}@page{size:${d.pick(['A4', 'A4', 'Letter', 'A5'])};margin:${d.pick(['2cm', '2.5cm', '1.5cm', '2cm 3cm'])}}body{font:${size}pt/${leading} '${font}';margin:0}p{margin:${d.pick([0, 0.3, 0.6, 0.9])}em 0;${d.chance(0.3) ? 'text-align:justify;' : ''}${d.chance(0.12) ? 'text-indent:1.5em;' : ''}}${[1, 2, 3, 4].map(h).join('')}h6{font:inherit;margin:0}${rule}
table{border-collapse:collapse;margin:.6em 0;${d.chance(0.6) ? 'width:100%' : ''}}td,th{padding:${d.pick([1, 2, 4])}pt ${d.pick([3, 6, 10])}pt;text-align:left;vertical-align:top}.grid td,.grid th{border:1px solid #999}.rows tr{border-bottom:1px solid #ccc}th{font-weight:${d.chance(0.8) ? 'bold' : 'normal'}}
.r{text-align:right}.c{text-align:center}.sm{font-size:.82em}.big{font-size:1.3em}.b{font-weight:bold}.cap{text-transform:uppercase}.two{columns:2;column-gap:${d.pick([14, 20, 30])}pt}.flex{display:flex;justify-content:space-between;gap:20pt}
.lab{${lab === 'bold' ? 'font-weight:bold' : lab === 'caps' ? 'text-transform:uppercase' : lab === 'boldcolor' ? `font-weight:bold;color:${d.pick(colors)}` : lab === 'small' ? 'font-size:.8em' : ''}}.it{font-style:italic}.col{color:${d.pick(colors)}}.box{border:1px solid #777;padding:6pt;margin:8pt 0}.tick:before{content:"☐ "}.line{border-bottom:1px solid #333;height:1.4em}.mono{font-family:'Liberation Mono'}.pb{break-before:page}.sub{font-size:1.15em}`
  return { css, numbered: d.pick(['', '', '1', '1.', 'I', 'A']), label: (t) => `<span class="lab">${t}</span>` }
}
