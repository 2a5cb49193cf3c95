import '../styles/shared.ts'
import '../styles/start.css'
import { effect } from '@preact/signals'
import { render } from 'preact'
import { afterPaint, isPainted } from '../client/after-paint.ts'
import { loadLanguage } from '../messages/messages.ts'
import { Header } from '../parts/header.tsx'
import { followAddress } from './address.ts'
import { loadWorkspace, workspace } from './load-workspace.ts'
import { followRuns } from './recents.ts'
import { current } from './runs.ts'
import { StartPage } from './start-page.tsx'
import { followView } from './view.ts'

function Playground() {
  const Workspace = workspace.value
  return (
    <>
      <Header page="playground" />
      {current.value === null ? (
        <StartPage />
      ) : Workspace === null ? (
        <main aria-busy="true" />
      ) : (
        <Workspace run={current.value} />
      )}
    </>
  )
}

const { title } = document
effect(() => {
  const name = current.value?.fileName ?? ''
  document.title = name === '' ? title : `${name} · ${title}`
})

await loadLanguage()
followRuns()
followAddress()
followView()
render(<Playground />, document.getElementById('app') ?? document.body)
afterPaint(() => {
  isPainted.value = true
  loadWorkspace().catch(() => undefined)
})
