import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { localFile } from '../client/api.ts'
import type { Page } from '../client/types.ts'
import { t } from '../messages/messages.ts'
import { useNear } from '../parts/lazy.tsx'
import { sheetSize, shownSize, turn } from './rotation.ts'
import { hitCounts } from './search.ts'
import { jumpTo, pageInView } from './view.ts'

export function Thumbnails({ pages }: { pages: readonly Page[] }) {
  const ref = useRef<HTMLElement>(null)
  useSignalEffect(() => {
    const element = ref.current?.querySelector<HTMLElement>(`[data-thumbnail="${pageInView.value}"]`)
    const list = ref.current
    if (element == null || list === null) return
    if (
      element.offsetTop < list.scrollTop ||
      element.offsetTop + element.offsetHeight > list.scrollTop + list.clientHeight
    )
      list.scrollTo({ top: element.offsetTop - list.clientHeight / 2 })
  })
  return (
    <nav class="thumbnails" data-scroll aria-label={t('thumbnails')} ref={ref}>
      {pages.map((page) => (
        <Thumbnail key={page.page_num} page={page} />
      ))}
    </nav>
  )
}

function Thumbnail({ page }: { page: Page }) {
  const ref = useRef<HTMLButtonElement>(null)
  const isNear = useNear(ref)
  const { w, h } = shownSize(page)
  const image = localFile(page.page_image_url)
  const number = page.page_num + 1
  const hits = hitCounts.value.get(page.page_num) ?? 0
  return (
    <button
      type="button"
      ref={ref}
      class="thumbnail"
      data-thumbnail={page.page_num}
      aria-current={pageInView.value === page.page_num ? 'page' : undefined}
      aria-label={t('page', { number })}
      onClick={() => jumpTo(page.page_num)}
    >
      <span class="thumbnail-picture" style={{ aspectRatio: `${w} / ${h}` }}>
        {isNear && image !== null ? (
          <img src={image} alt="" loading="lazy" decoding="async" data-turn={turn.value} style={sheetSize(page)} />
        ) : null}
      </span>
      <span aria-hidden="true">
        {number}
        {hits > 0 ? <mark>{hits}</mark> : null}
      </span>
    </button>
  )
}
