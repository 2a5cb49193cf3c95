import { localFile } from '../client/api.ts'
import { t } from '../messages/messages.ts'
import { saveFile } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import type { Run } from './runs.ts'

export function Downloads({ run }: { run: Run }) {
  if (run.status !== 'done')
    return (
      <button type="button" class="button small" disabled>
        <DownloadLabel />
      </button>
    )
  const name = run.fileName.replace(/\.[^.]*$/, '') || 'document'
  const { markdown, html } = run
  const zip = localFile(run.zip ?? undefined)
  const json = (): string =>
    JSON.stringify({ pages: run.pages, ...(run.chunks.length > 0 ? { chunks: run.chunks } : {}) }, null, 2)
  return (
    <Menu class="menu" labelClass="button small" label={<DownloadLabel />}>
      {markdown === null ? null : (
        <li>
          <button type="button" onClick={() => saveFile(`${name}.md`, markdown, 'text/markdown')}>
            Markdown
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={() => saveFile(`${name}.json`, json(), 'application/json')}>
          JSON
        </button>
      </li>
      {html === null ? null : (
        <li>
          <button type="button" onClick={() => saveFile(`${name}.html`, html, 'text/html')}>
            HTML
          </button>
        </li>
      )}
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
