import '../styles/shared.ts'
import { render } from 'preact'
import { loadLanguage } from '../messages/messages.ts'
import { Header } from '../parts/header.tsx'

await loadLanguage()
render(<Header page="reference" />, document.getElementById('app') ?? document.body)
