import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Problem } from '../../../contract/index.ts'
import { CallError, codeOf, messageOf } from '../../api/call.ts'
import { currentSession } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { PasswordField, TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useLogIn } from '../api.ts'
import css from '../auth.module.css'
import { useSignInWithPasskey } from '../passkeys/api.ts'
import { canUsePasskeys, failureOf } from '../passkeys/browser.ts'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { ForgottenForm, focus } from './forgotten-form.tsx'
import { forgotten, secondStep, texts } from './texts.ts'

interface Props {
  open: boolean
  /** Reason for opening automatically. */
  reason?: string | undefined
  onClose: (isSignedIn: boolean) => void
}

/** Second factors that may follow a right password, besides recovery codes. */
type SecondFactors = NonNullable<Problem['factors']>

/** The login modal (SPEC §2). Closes on success. */
export default function LoginDialog({ open, reason, onClose }: Props) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [isForgotten, setForgotten] = useState<boolean>()
  // set after a right password
  const [factors, setFactors] = useState<SecondFactors>()
  const logIn = useLogIn()
  const passkey = useSignInWithPasskey()
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
    forgetFailures()
    onClose(isSignedIn)
  }

  function forgetFailures() {
    logIn.reset()
    passkey.reset()
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

  function enter(code?: string) {
    passkey.reset()
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
  }

  function enterWithPasskey() {
    const onError = (error: unknown) => {
      logIn.reset()
      followPath(error)
    }
    passkey.mutate(keep, { onSuccess: finish, onError })
  }
  const byPasskey = { passkey, onPress: enterWithPasskey }

  function submit(event: FormEvent) {
    event.preventDefault()
    enter()
  }

  function goBack() {
    setPassword('')
    setFactors(undefined)
    forgetFailures()
  }

  // a failed attempt with a passkey isn't shown again on the way back
  function askForLink() {
    passkey.reset()
    setForgotten(true)
  }

  if (factors)
    return (
      <Dialog title={texts.login} {...dialog}>
        <SecondStep factors={factors} logIn={logIn} byPasskey={byPasskey} onSubmit={enter} onBack={goBack} />
      </Dialog>
    )
  if (isForgotten)
    return (
      <Dialog title={forgotten.title} {...dialog}>
        <ForgottenForm name={name} onBack={() => setForgotten(false)} />
      </Dialog>
    )
  return (
    <Dialog title={texts.login} {...dialog} description={reason}>
      <form onSubmit={submit} className="stack gap-4">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          name="name"
          autoComplete="username"
          autoCapitalize="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Checkbox {...texts.keepSession} checked={keep} onCheckedChange={setKeep} />
        {logIn.isError && (
          <ErrorNote>
            <p>{messageOf(logIn.error, texts.loginFailed)}</p>
            {codeOf(logIn.error) === 'wrong_credentials' && <p>{texts.wholeName}</p>}
          </ErrorNote>
        )}
        <Button type="submit" variant="primary" busy={logIn.isPending} className={css.submit}>
          {logIn.isPending ? texts.loggingIn : texts.login}
        </Button>
        <Button ref={isForgotten === false ? focus : null} variant="quiet" onClick={askForLink}>
          {forgotten.ask}
        </Button>
        {canUsePasskeys() && <PasskeyButton {...byPasskey} variant="quiet" />}
      </form>
    </Dialog>
  )
}

interface PasskeyProps {
  passkey: ReturnType<typeof useSignInWithPasskey>
  onPress: () => void
}

interface ButtonProps extends PasskeyProps {
  variant: 'primary' | 'secondary' | 'quiet'
  ref?: Ref<HTMLButtonElement>
}

/** Signs in with a passkey that the browser asks for. */
const PasskeyButton = ({ passkey, onPress, variant, ref }: ButtonProps) => (
  <>
    {passkey.isError && <ErrorNote>{failureOf(passkeyTexts.signInFailed)(passkey.error)}</ErrorNote>}
    <Button ref={ref} variant={variant} icon="admin" busy={passkey.isPending} onClick={onPress}>
      {passkeyTexts.signIn}
    </Button>
  </>
)

interface StepProps {
  factors: SecondFactors
  logIn: ReturnType<typeof useLogIn>
  byPasskey: PasskeyProps
  onSubmit: (code: string) => void
  onBack: () => void
}

/** Asks for a code or a passkey after a right password. */
function SecondStep({ factors, logIn, byPasskey, onSubmit, onBack }: StepProps) {
  const hasApp = factors.includes('app')
  const canUsePasskey = factors.includes('passkey') && canUsePasskeys()
  const withoutApp = factors.length === 0 ? secondStep.withoutFactors : secondStep.withCodes
  const said = hasApp ? secondStep.withApp : canUsePasskey ? secondStep.withPasskey : withoutApp
  const [code, setCode] = useState('')
  const isRefused = logIn.isError && codeOf(logIn.error) !== 'second_factor_required'

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(code)
  }

  return (
    <form onSubmit={submit} className="stack gap-4">
      <p>{hasApp && canUsePasskey ? secondStep.withBoth : said.intro}</p>
      {canUsePasskey && (
        <PasskeyButton {...byPasskey} ref={hasApp ? null : focus} variant={hasApp ? 'secondary' : 'primary'} />
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
      {isRefused && <ErrorNote>{messageOf(logIn.error, secondStep.stepFailed)}</ErrorNote>}
      <Button
        type="submit"
        variant={hasApp || !canUsePasskey ? 'primary' : 'secondary'}
        busy={logIn.isPending}
        className={css.submit}
      >
        {secondStep.enter}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {secondStep.back}
      </Button>
    </form>
  )
}
