import { type FormEvent, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { useLogIn } from './api.ts'
import css from './login-dialog.module.css'
import { texts } from './texts.ts'

export interface LoginDialogProps {
  open: boolean
  /** Why it opened by itself, where it did. */
  reason?: string | undefined
  /** With whether somebody signed in. */
  onClose: (isSignedIn: boolean) => void
}

/** The login modal (SPEC §2). Closes by itself when it succeeds. */
export default function LoginDialog({ open, reason, onClose }: LoginDialogProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const logIn = useLogIn()

  // the dialog stays in the page: the next who opens it finds it empty
  function close(isSignedIn: boolean) {
    setPassword('')
    logIn.reset()
    onClose(isSignedIn)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    logIn.mutate(
      { name, password },
      {
        onSuccess: () => {
          setName('')
          close(true)
        },
      },
    )
  }

  return (
    <Dialog title={texts.login} open={open} onOpenChange={() => close(false)} description={reason} width="s">
      <form onSubmit={submit} className={css.form}>
        <TextField
          label={texts.name}
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
        {logIn.isError && <ErrorNote>{messageOf(logIn.error, texts.loginFailed)}</ErrorNote>}
        <Button type="submit" variant="primary" busy={logIn.isPending} className={css.submit}>
          {logIn.isPending ? texts.loggingIn : texts.login}
        </Button>
      </form>
    </Dialog>
  )
}
