import 'katex/dist/katex.min.css'
import '../styles/shared.ts'
import '../styles/playground.ts'
import { render } from 'preact'
import { loadLanguage } from '../messages/messages.ts'
import { Header } from '../parts/header.tsx'
import { followAddress } from './address.ts'
import { listenForKeys } from './keyboard.ts'
import { followRuns } from './recents.ts'
import { current } from './runs.ts'
import { StartPage } from './start-page.tsx'
import { followView } from './view.ts'
import { Workspace } from './workspace.tsx'

function Playground() {
  return (
    <>
      <Header page="playground" />
      {current.value === null ? <StartPage /> : <Workspace run={current.value} />}
    </>
  )
}

await loadLanguage()
listenForKeys()
followRuns()
followAddress()
followView()
render(<Playground />, document.getElementById('app') ?? document.body)
