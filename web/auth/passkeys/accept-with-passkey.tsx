import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { RecoveryCodesDialog } from '../factors/recovery-codes-dialog.tsx'
import { acceptInvitation } from './api.ts'
import { failureOf } from './browser.ts'
import { texts } from './texts.ts'

interface Props {
  token: string
  /** The session outlives the browser. */
  keep: boolean
  /** Name of the invited person. */
  name: string
  onAccepted: (answer: Awaited<ReturnType<typeof acceptInvitation>>) => void
}

/** Accepts an invitation with a passkey in place of a password; then the recovery codes are shown. */
export function AcceptWithPasskey({ token, keep, name, onAccepted }: Props) {
  const { mutate, data, error, isError, isPending } = useMutation({ gcTime: 0, mutationFn: acceptInvitation })
  return (
    <div className="stack start gap-3 above-5">
      <p>{texts.invitation}</p>
      {isError && <ErrorNote>{failureOf(texts.invitationFailed)(error)}</ErrorNote>}
      <Button icon="admin" busy={isPending} onClick={() => mutate({ token, keep })}>
        {texts.invitationAction}
      </Button>
      {data && (
        <RecoveryCodesDialog codes={data.recovery_codes ?? []} name={name} open onClose={() => onAccepted(data)} />
      )}
    </div>
  )
}
