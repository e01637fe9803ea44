import { type FormEvent, useState } from 'react'
import { codeOf, messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import type { useLogIn } from '../api.ts'
import css from '../login-dialog.module.css'
import { texts } from './texts.ts'

interface Props {
  logIn: ReturnType<typeof useLogIn>
  onSubmit: (code: string) => void
  onBack: () => void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Asks for a code after a right password. */
export default function SecondStep({ logIn, onSubmit, onBack }: Props) {
  const [code, setCode] = useState('')
  const isRefused = logIn.isError && codeOf(logIn.error) !== 'second_factor_required'

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(code)
  }

  return (
    <form onSubmit={submit} className={css.form}>
      <p>{texts.stepIntro}</p>
      <TextField
        ref={focus}
        label={texts.code}
        hint={texts.codeHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {isRefused && <ErrorNote>{messageOf(logIn.error, texts.stepFailed)}</ErrorNote>}
      <Button type="submit" variant="primary" busy={logIn.isPending} className={css.submit}>
        {texts.enter}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  )
}
