/**
 * Writes the documents that the score of titles is trained on, as HTML: `node test/training/make-documents.node.ts OUT FONTS [COUNT]`, COUNT of each genre
 * (24). Every third genre is for measuring only. `OUT/list.json` tells `print.node.ts` what to print, and `train.ts` what it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { letters } from './genres-letters.ts'
import { pages } from './genres-pages.ts'
import { papers } from './genres-papers.ts'
import { body, endHeadingsIn, H, type Kit, many } from './parts.ts'
import { makeLook } from './styles.ts'
import { makeDice, makeTalk } from './words.ts'

const [, , out = 'training', fonts = '/usr/share/fonts', count = '24'] = process.argv
const list: { html: string; pdf: string; set: string; group: string; blind: boolean }[] = []
let seed = 1
mkdirSync(out, { recursive: true })
for (const [at, [name, write]] of Object.entries({ ...papers, ...letters, ...pages }).entries())
  for (let copy = 0; copy < Number(count); copy++) {
    const d = makeDice(seed++ * 7919 + 13)
    const kit: Kit = { d, t: makeTalk(d), l: makeLook(d, fonts) }
    endHeadingsIn(d.chance(0.07) ? ':' : d.chance(0.06) ? '.' : '')
    let html = write(kit)
    if (name !== 'slides' && d.chance(0.5))
      html += many(d.int(1, 2), () => (d.chance(0.5) ? '<div class="pb"></div>' : '') + H(2, kit.t.title()) + body(kit))
    const file = join(out, `${name}-${copy}`)
    writeFileSync(
      `${file}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${kit.l.css}</style></head><body>${html}</body></html>`,
    )
    list.push({ html: `${file}.html`, pdf: `${file}.pdf`, set: 'made', group: name, blind: at % 3 === 2 })
  }
writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))
