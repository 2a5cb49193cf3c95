import { localFile } from '../client/api.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { saveFile } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import type { Run } from './runs.ts'

export function Downloads({ run }: { run: Run }) {
  if (run.status !== 'done')
    return (
      <Button kind="small" disabled>
        <DownloadLabel />
      </Button>
    )
  const name = run.fileName.replace(/\.[^.]*$/, '') || 'document'
  const { markdown, html } = run
  const zip = localFile(run.zip ?? undefined)
  const json = (): string =>
    JSON.stringify({ pages: run.pages, ...(run.chunks.length > 0 ? { chunks: run.chunks } : {}) }, null, 2)
  const files = [
    ...(markdown === null ? [] : [['Markdown', '.md', 'text/markdown', () => markdown] as const]),
    ['JSON', '.json', 'application/json', json] as const,
    ...(html === null ? [] : [['HTML', '.html', 'text/html', () => html] as const]),
  ]
  return (
    <Menu class="menu" labelClass="button small" label={<DownloadLabel />}>
      {files.map(([label, ending, type, content]) => (
        <li key={label}>
          <button type="button" onClick={() => saveFile(name + ending, content(), type)}>
            {label}
          </button>
        </li>
      ))}
      {zip === null ? null : (
        <li>
          <a href={zip} download={`${name}.zip`}>
            Zip
          </a>
        </li>
      )}
    </Menu>
  )
}

function DownloadLabel() {
  return (
    <>
      <Icon name="download" />
      <span class="wide-only">{t('download')}</span>
      <span class="narrow-only visually-hidden">{t('download')}</span>
    </>
  )
}
