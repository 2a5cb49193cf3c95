import type { Problem } from '../client/api.ts'
import { t, tDynamic } from '../messages/messages.ts'
import { Notice } from './notice.tsx'

export function ProblemNotice({ problem }: { problem: Problem | null }) {
  if (problem === null) return null
  return (
    <Notice kind="error">
      <ProblemText problem={problem} />
    </Notice>
  )
}

/** Cause and remedy of an error; then the text of the service, which is always English. */
export function ProblemText({ problem: { code, detail } }: { problem: Problem }) {
  const cause = causeOf(code)
  return (
    <>
      <p dir="auto">{cause ?? detail}</p>
      <p>{tDynamic(`error.${code}`, t('error.other'))}</p>
      {cause === null || detail === '' ? null : (
        <p class="detail" dir="auto" lang="en">
          {detail}
        </p>
      )}
    </>
  )
}

/** `null`: the error has no code of the service, and its text is in the language of the page. */
export function causeOf(code: number | null): string | null {
  return tDynamic(`cause.${code}`, '') || null
}
