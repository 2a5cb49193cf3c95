import { t } from '../messages/messages.ts'
import { Icon } from '../parts/icons.tsx'
import { hits, selectHit, setQuery } from './search.ts'
import { hitIndex, query } from './view.ts'

export function SearchBox() {
  const count = hits.value.length
  return (
    <search class="search">
      <label class="search-field">
        <Icon name="search" />
        <span class="visually-hidden">{t('search')}</span>
        <input
          id="search"
          type="search"
          placeholder={t('search')}
          value={query.value}
          dir="auto"
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') selectHit(event.shiftKey ? -1 : 1)
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </label>
      {query.value.trim() === '' ? null : (
        <>
          <span class="muted count" role="status">
            {count === 0
              ? t('search.none')
              : hitIndex.value === null
                ? t('search.total', { count })
                : t('search.count', { number: hitIndex.value + 1, count })}
          </span>
          <button type="button" class="icon-button" aria-label={t('search.previous')} onClick={() => selectHit(-1)}>
            <Icon name="up" />
          </button>
          <button type="button" class="icon-button" aria-label={t('search.next')} onClick={() => selectHit(1)}>
            <Icon name="down" />
          </button>
        </>
      )}
    </search>
  )
}
