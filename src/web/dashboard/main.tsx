import '../styles/shared.ts'
import '../styles/dashboard.css'
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { loadLanguage, t } from '../messages/messages.ts'
import { Header } from '../parts/header.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { AccountPage } from './account-page.tsx'
import { AdminPage } from './admin-page.tsx'

function Dashboard() {
  const view = useSignal<'key' | 'operator'>(location.hash === '#operator' ? 'operator' : 'key')
  return (
    <>
      <Header page="dashboard" withKey={false} />
      <main class="dashboard">
        <h1>{t('dashboard.title')}</h1>
        <Tabs
          label={t('dashboard.views')}
          items={[
            { name: 'key', label: t('dashboard.yourKey') },
            { name: 'operator', label: t('dashboard.operator') },
          ]}
          selected={view.value}
          onSelect={(name) => {
            view.value = name
            history.replaceState(null, '', name === 'operator' ? '#operator' : location.pathname)
          }}
        />
        <div id={`panel-${view.value}`} role="tabpanel" aria-labelledby={`tab-${view.value}`} class="dashboard-panel">
          {view.value === 'key' ? <AccountPage /> : <AdminPage />}
        </div>
      </main>
    </>
  )
}

await loadLanguage()
render(<Dashboard />, document.getElementById('app') ?? document.body)
