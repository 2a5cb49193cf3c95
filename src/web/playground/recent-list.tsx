import { formatNumber, language, t } from '../messages/messages.ts'
import { Button, IconButton } from '../parts/buttons.tsx'
import { Notice } from '../parts/notice.tsx'
import { MAX_RECENT_BYTES, MAX_RECENTS, type RecentEntry } from './recent-store.ts'
import {
  canKeep,
  forgetAll,
  forgetRecent,
  isRecentMissing,
  isUnkept,
  keepsRecents,
  knownCount,
  openRecent,
  recents,
  setKeeping,
} from './recents.ts'

const BYTES_PER_MEGABYTE = 1_000_000

export function RecentList() {
  const list = recents.value
  const limit = { count: MAX_RECENTS, size: formatNumber(MAX_RECENT_BYTES / BYTES_PER_MEGABYTE) }
  return (
    <section class="stack" aria-labelledby="recents-title">
      <div class="row wrap">
        <h2 id="recents-title">{t('recents')}</h2>
        <span class="spacer" />
        {list === null || list.length === 0 ? null : (
          <Button kind="small" onClick={forgetAll}>
            {t('recents.clear')}
          </Button>
        )}
      </div>
      {isRecentMissing.value ? <Notice kind="warning">{t('recents.missing')}</Notice> : null}
      {isUnkept.value && canKeep.value ? <Notice kind="warning">{t('recents.unkept')}</Notice> : null}
      {canKeep.value && keepsRecents.value && (list === null ? knownCount.value === '' : list.length === 0) ? (
        <p class="muted">{t('recents.empty')}</p>
      ) : null}
      <ul class="recents">
        {list === null
          ? Array.from({ length: Number(knownCount.value) }, (_, index) => <li key={index} aria-hidden="true" />)
          : list.map((entry) => <RecentRow key={entry.id} entry={entry} />)}
      </ul>
      {canKeep.value ? (
        <label class="inline muted">
          <input
            type="checkbox"
            checked={keepsRecents.value}
            onChange={(event) => setKeeping(event.currentTarget.checked)}
          />
          {t('recents.keep', limit)}
        </label>
      ) : (
        <p class="muted">{t('recents.none')}</p>
      )}
    </section>
  )
}

function RecentRow({ entry: { id, name, endedAt, pages, bytes } }: { entry: RecentEntry }) {
  const shownName = name === '' ? t('task') : name
  const time = new Date(endedAt)
  const size = Math.max(0.1, bytes / BYTES_PER_MEGABYTE)
  return (
    <li class="card">
      <button type="button" class="link recent-name" dir="auto" title={shownName} onClick={() => openRecent(id)}>
        {shownName}
      </button>
      <time class="muted" dateTime={time.toISOString()}>
        {time.toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
      <span class="muted">{t('recents.pages', { count: formatNumber(pages) })}</span>
      <span class="muted">
        {t('recents.size', { size: size.toLocaleString(language.value, { maximumFractionDigits: 1 }) })}
      </span>
      <IconButton icon="close" label={t('recents.remove', { name: shownName })} onClick={() => forgetRecent(id)} />
    </li>
  )
}
