import { t } from '../messages/messages.ts'
import { Icon } from '../parts/icons.tsx'
import { matches, matchIndex, query, selectMatch } from './view.ts'

export function SearchBox() {
  const count = matches.value.length
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
          onInput={(event) => {
            query.value = event.currentTarget.value
            matchIndex.value = 0
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') selectMatch(event.shiftKey ? -1 : 1)
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </label>
      {query.value.trim() === '' ? null : (
        <>
          <span class="muted count" role="status">
            {count === 0 ? t('search.none') : t('search.count', { number: matchIndex.value + 1, count })}
          </span>
          <button type="button" class="icon-button" aria-label={t('search.previous')} onClick={() => selectMatch(-1)}>
            <Icon name="up" />
          </button>
          <button type="button" class="icon-button" aria-label={t('search.next')} onClick={() => selectMatch(1)}>
            <Icon name="down" />
          </button>
        </>
      )}
    </search>
  )
}
