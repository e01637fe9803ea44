import { type FormEvent, useState } from 'react'
import { codeOf, messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import type { useLogIn } from '../api.ts'
import css from '../auth.module.css'
import { canUsePasskeys } from '../passkeys/browser.ts'
import { PasskeySignInButton } from '../passkeys/sign-in-button.tsx'
import { texts } from './texts.ts'

interface Props {
  /** Besides recovery codes. */
  factors: ('app' | 'passkey')[]
  logIn: ReturnType<typeof useLogIn>
  keep: boolean
  onSubmit: (code: string) => void
  onPasskey: () => void
  onPasskeyFailed: (error: unknown) => void
  onBack: () => void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Asks for a code or a passkey after a right password. */
export default function SecondStep({ factors, logIn, keep, onSubmit, onPasskey, onPasskeyFailed, onBack }: Props) {
  const hasApp = factors.includes('app')
  const canUsePasskey = factors.includes('passkey') && canUsePasskeys()
  const withoutApp = factors.length === 0 ? texts.withoutFactors : texts.withCodes
  const said = hasApp ? texts.withApp : canUsePasskey ? texts.withPasskey : withoutApp
  const [code, setCode] = useState('')
  const isRefused = logIn.isError && codeOf(logIn.error) !== 'second_factor_required'

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(code)
  }

  return (
    <form onSubmit={submit} className="stack gap-4">
      <p>{hasApp && canUsePasskey ? texts.withBoth : said.intro}</p>
      {canUsePasskey && (
        <PasskeySignInButton
          ref={hasApp ? null : focus}
          variant={hasApp ? 'secondary' : 'primary'}
          keep={keep}
          onSignedIn={onPasskey}
          onFailed={onPasskeyFailed}
        />
      )}
      <TextField
        ref={hasApp || !canUsePasskey ? focus : null}
        label={said.code}
        hint={said.hint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {isRefused && <ErrorNote>{messageOf(logIn.error, texts.stepFailed)}</ErrorNote>}
      <Button
        type="submit"
        variant={hasApp || !canUsePasskey ? 'primary' : 'secondary'}
        busy={logIn.isPending}
        className={css.submit}
      >
        {texts.enter}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  )
}
