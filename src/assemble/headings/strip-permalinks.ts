/** The sign behind a heading of a printed web page that links to it ("Wells¶") → dropped: it is no part of the title. */
import type { Block, DocumentPage } from '../../model/document.ts'

const pilcrow = /\s*[¶🔗]$/u
/** A hash may belong to the words; two titles that end in it apart from their words do so by manner. */
const hash = /\s#$/
const HASHES = 2
const sign = /^[¶🔗#]$/u

/** Shortens titles that end in such a sign. Its own link goes with it. */
export function stripPermalinks(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const hashes = pages.reduce(
    (sum, { blocks }) => sum + blocks.filter((block) => block.kind === 'title' && hash.test(block.text)).length,
    0,
  )
  const shorten = (block: Block): Block => {
    if (block.kind !== 'title') return block
    const text = (hashes >= HASHES ? block.text.replace(hash, '') : block.text).replace(pilcrow, '').trimEnd()
    if (text === block.text || text === '') return block
    const { links, ...title } = block
    const kept = links?.filter(({ text: words }) => !sign.test(words))
    return { ...title, text, ...(kept === undefined ? {} : { links: kept }) }
  }
  return pages.map((page) =>
    page.blocks.some((block) => shorten(block) !== block) ? { ...page, blocks: page.blocks.map(shorten) } : page,
  )
}
