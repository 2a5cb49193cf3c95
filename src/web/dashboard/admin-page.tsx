import { useEffect } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { Notice } from '../parts/notice.tsx'
import { ProblemText } from '../parts/problem-text.tsx'
import { adminProblem, adminToken, isAdminOff, loadAdmin, status } from './admin.ts'
import { KeyTable } from './key-table.tsx'
import { SecretForm } from './secret-form.tsx'
import { StatusView } from './status-view.tsx'

const REFRESH_MS = 5000

export function AdminPage() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (status.peek() !== null && document.visibilityState === 'visible') loadAdmin().catch(() => undefined)
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      {adminProblem.value === null ? null : (
        <Notice kind="error">{isAdminOff.value ? t('admin.off') : <ProblemText problem={adminProblem.value} />}</Notice>
      )}
      {status.value === null ? (
        <SecretForm
          label={t('admin.token')}
          help={t('admin.signIn')}
          submit={t('admin.show')}
          onSubmit={(text) => {
            adminToken.value = text
            loadAdmin().catch(() => undefined)
          }}
        />
      ) : (
        <>
          <StatusView status={status.value} />
          <KeyTable />
        </>
      )}
    </>
  )
}
