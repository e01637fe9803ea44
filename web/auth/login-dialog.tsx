import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Problem } from '../../contract/index.ts'
import { CallError, codeOf, messageOf } from '../api/call.ts'
import { currentSession } from '../api/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { PasswordField, TextField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { useLogIn } from './api.ts'
import css from './auth.module.css'
import { KeepSession } from './keep-session.tsx'
import { ForgottenForm, focus } from './links/forgotten-form.tsx'
import { forgotten } from './links/texts.ts'
import { loginTexts } from './login-texts.ts'
import { canUsePasskeys } from './passkeys/browser.ts'
import { PasskeySignInButton } from './passkeys/sign-in-button.tsx'

interface Props {
  open: boolean
  /** Reason for opening automatically. */
  reason?: string | undefined
  onClose: (isSignedIn: boolean) => void
}

type SecondFactor = NonNullable<Problem['factors']>[number]

const SecondStep = lazyPart(() => import('./factors/second-step.tsx'))

/** The login modal (SPEC §2). Closes on success. */
export default function LoginDialog({ open, reason, onClose }: Props) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [isForgotten, setForgotten] = useState<boolean>()
  // Set after a right password: what the second step can be done with.
  const [factors, setFactors] = useState<SecondFactor[]>()
  // A new key for the passkey's button: its failure is about the attempt before.
  const [attempt, setAttempt] = useState(0)
  const logIn = useLogIn()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (open) isLeaving.current = false
  }, [open])

  /** True where the page goes on as it was; the heading of any other gets the focus. */
  function staysHere() {
    const isVisitor = currentSession().phase === 'visitor'
    return reason === undefined ? isVisitor && !isLeaving.current : !isVisitor
  }
  const dialog = { open, onClose: () => close(false), width: 's', finalFocus: staysHere } as const

  // the dialog stays mounted: it must be empty for the next person
  function close(isSignedIn: boolean) {
    setPassword('')
    setForgotten(undefined)
    setFactors(undefined)
    logIn.reset()
    onClose(isSignedIn)
  }

  function finish() {
    setName('')
    close(true)
  }

  /** To the page on which a new password is chosen first. */
  function followPath(error: unknown) {
    const path = error instanceof CallError && error.problem?.path
    if (!path) return false
    isLeaving.current = true
    setName('')
    close(false)
    void navigate(path)
    return true
  }

  const enter = (code?: string) =>
    logIn.mutate(
      { name, password, keep, ...(code !== undefined && { code }) },
      {
        onSuccess: finish,
        onError: (error) => {
          if (followPath(error)) return
          // the password was changed meanwhile
          if (codeOf(error) === 'wrong_credentials') setFactors(undefined)
          if (codeOf(error) === 'second_factor_required' && error instanceof CallError)
            setFactors(error.problem?.factors ?? [])
        },
      },
    )

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempt(attempt + 1)
    enter()
  }

  function failWithPasskey(error: unknown) {
    logIn.reset()
    followPath(error)
  }

  function goBack() {
    setPassword('')
    setFactors(undefined)
    logIn.reset()
  }

  if (factors)
    return (
      <Dialog title={loginTexts.login} {...dialog}>
        <SecondStep
          factors={factors}
          keep={keep}
          logIn={logIn}
          onSubmit={enter}
          onPasskey={finish}
          onPasskeyFailed={followPath}
          onBack={goBack}
        />
      </Dialog>
    )
  if (isForgotten)
    return (
      <Dialog title={forgotten.title} {...dialog}>
        <ForgottenForm name={name} onBack={() => setForgotten(false)} />
      </Dialog>
    )
  return (
    <Dialog title={loginTexts.login} {...dialog} description={reason}>
      <form onSubmit={submit} className="stack gap-4">
        <TextField
          label={loginTexts.name}
          hint={loginTexts.nameHint}
          name="name"
          autoComplete="username"
          autoCapitalize="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField
          label={loginTexts.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <KeepSession keep={keep} onChange={setKeep} />
        {logIn.isError && (
          <ErrorNote>
            <p>{messageOf(logIn.error, loginTexts.loginFailed)}</p>
            {codeOf(logIn.error) === 'wrong_credentials' && <p>{loginTexts.wholeName}</p>}
          </ErrorNote>
        )}
        <Button type="submit" variant="primary" busy={logIn.isPending} className={css.submit}>
          {logIn.isPending ? loginTexts.loggingIn : loginTexts.login}
        </Button>
        <Button ref={isForgotten === false ? focus : null} variant="quiet" onClick={() => setForgotten(true)}>
          {forgotten.ask}
        </Button>
        {canUsePasskeys() && (
          <PasskeySignInButton
            key={attempt}
            variant="quiet"
            keep={keep}
            onSignedIn={finish}
            onFailed={failWithPasskey}
          />
        )}
      </form>
    </Dialog>
  )
}
