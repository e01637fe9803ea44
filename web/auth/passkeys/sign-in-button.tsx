import type { Ref } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useSignInWithPasskey } from './api.ts'
import { failureOf } from './browser.ts'
import { texts } from './texts.ts'

interface Props {
  variant: 'primary' | 'secondary' | 'quiet'
  ref?: Ref<HTMLButtonElement>
  /** The session outlives the browser. */
  keep: boolean
  onSignedIn: () => void
  onFailed: (error: unknown) => void
}

/** Signs in with a passkey that the browser asks for. */
export function PasskeySignInButton({ variant, ref, keep, onSignedIn, onFailed }: Props) {
  const signIn = useSignInWithPasskey()
  return (
    <>
      {signIn.isError && <ErrorNote>{failureOf(texts.signInFailed)(signIn.error)}</ErrorNote>}
      <Button
        ref={ref}
        variant={variant}
        icon="admin"
        busy={signIn.isPending}
        onClick={() => signIn.mutate(keep, { onSuccess: onSignedIn, onError: onFailed })}
      >
        {texts.signIn}
      </Button>
    </>
  )
}
