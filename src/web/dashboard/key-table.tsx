import { useSignal } from '@preact/signals'
import { sumOf } from '../../model/statistics.ts'
import { problemOf } from '../client/api.ts'
import { formatNumber, t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { type AdminKey, adminProblem, callAdmin, keyDays, keys, loadAdmin } from './admin.ts'
import { KeyForm, type KeyFormKind } from './key-form.tsx'

export function KeyTable() {
  const form = useSignal<{ readonly kind: KeyFormKind; readonly key: AdminKey | null } | null>(null)
  const open = (kind: KeyFormKind, key: AdminKey | null) => (): void => {
    form.value = { kind, key }
  }
  const setState = (key: AdminKey) => async (): Promise<void> => {
    const state = key.state === 'disabled' ? 'active' : 'disabled'
    try {
      await callAdmin('PATCH', `keys/${key.id}`, { state })
      await loadAdmin()
    } catch (error) {
      adminProblem.value = problemOf(error)
    }
  }
  const usedOf = (id: string): number =>
    sumOf(keyDays.value.map(({ api_key_id, pages }) => (api_key_id === id ? pages : 0)))
  return (
    <section class="card section">
      <div class="row wrap">
        <h2 id="keys-title">{t('admin.keys')}</h2>
        <span class="spacer" />
        <Button kind="accent small" icon="plus" onClick={open('create', null)}>
          {t('keyTable.create')}
        </Button>
      </div>
      <DataTable
        columns={[
          { label: t('keyTable.name') },
          { label: t('keyTable.prefix') },
          { label: t('keyTable.state') },
          { label: t('keyTable.used'), isNumber: true },
          { label: t('keyTable.left') },
          { label: t('keyTable.limits') },
          { label: t('keyTable.actions') },
        ]}
        titleId="keys-title"
        layout="stacked keys"
      >
        {keys.value.map((key) => (
          <tr key={key.id}>
            <td class="file" dir="auto">
              {key.name === '' ? <span class="muted">{t('keyTable.unnamed')}</span> : key.name}
            </td>
            <td data-label={t('keyTable.prefix')}>
              <code>{key.prefix}…</code>
            </td>
            <td>
              <span class={`badge key-${key.state}`}>{t(`keyState.${key.state}`)}</span>
            </td>
            <td class="number" data-label={t('keyTable.used')}>
              {formatNumber(usedOf(key.id))}
            </td>
            <td data-label={t('keyTable.left')}>
              {[key.remaining_paid_pages, key.remaining_free_pages_today, key.remaining_free_pages_this_month]
                .map(formatNumber)
                .join(' · ')}
            </td>
            <td data-label={t('keyTable.limits')}>{key.rate_per_second ?? '–'}</td>
            <td>
              <div class="row">
                {(['topUp', 'limit', 'rotate'] as const).map((kind) => (
                  <Button key={kind} kind="small" onClick={open(kind, key)}>
                    {t(`keyTable.${kind}`)}
                  </Button>
                ))}
                <Button kind="small danger" onClick={setState(key)}>
                  {key.state === 'disabled' ? t('keyTable.enable') : t('keyTable.disable')}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
      {form.value === null ? null : (
        <KeyForm
          {...form.value}
          onClose={() => {
            form.value = null
            loadAdmin().catch(() => undefined)
          }}
        />
      )}
    </section>
  )
}
