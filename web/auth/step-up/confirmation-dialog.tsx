import { useEffect } from 'react'
import * as z from 'zod/mini'
import { Confirmation, confirmation } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useConfirmByPasskey, usePasskeys } from '../passkeys/api.ts'
import { canUsePasskeys, failureOf } from '../passkeys/browser.ts'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { texts } from './texts.ts'

interface Props {
  open: boolean
  onClose: (isConfirmed: boolean) => void
}

/** Somebody without a password confirms with a passkey. */
const NoPassword = z.object({ password: z.string() })

/** Asks for the password or a passkey, above whatever is open. */
export default function ConfirmationDialog({ open, onClose }: Props) {
  const me = useMember()
  const passkeys = usePasskeys(open && canUsePasskeys()).data
  const hasPassword = passkeys?.has_password !== false
  const byPasskey = useConfirmByPasskey()
  const passkeyFailed = failureOf(passkeyTexts.confirmFailed)
  const form = useForm({
    initial: { password: '' },
    schema: hasPassword ? Confirmation : NoPassword,
    save: (body) => (hasPassword ? call(confirmation.confirm, { body }) : byPasskey.mutateAsync()),
    onSaved: () => onClose(true),
    fieldOfCode: { wrong_current_password: 'password' },
    failureText: hasPassword ? texts.failed : passkeyFailed,
  })
  const { set, clearErrors } = form

  // it stays mounted: the password is dropped as soon as it was used
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens or closes
  useEffect(() => {
    set({ password: '' })
    clearErrors()
    byPasskey.reset()
  }, [open])

  return (
    <FormDialog
      title={texts.title}
      description={hasPassword ? texts.intro : passkeyTexts.confirmIntro}
      open={open}
      onClose={() => onClose(false)}
      form={form}
      action={hasPassword ? texts.confirm : passkeyTexts.use}
      width="s"
    >
      {hasPassword && (
        <>
          {/* for password managers */}
          <input type="text" name="username" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
          <PasswordField {...form.field('password')} label={texts.password} required autoComplete="current-password" />
          {passkeys && passkeys.passkeys.length > 0 && (
            <>
              {byPasskey.isError && <ErrorNote>{passkeyFailed(byPasskey.error)}</ErrorNote>}
              <Button
                variant="quiet"
                icon="admin"
                busy={byPasskey.isPending}
                onClick={() => byPasskey.mutate(undefined, { onSuccess: () => onClose(true) })}
              >
                {passkeyTexts.use}
              </Button>
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
