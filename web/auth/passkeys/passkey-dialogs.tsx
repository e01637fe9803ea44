import { useState } from 'react'
import { type Passkey, PasskeyName } from '../../../contract/auth/passkeys.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import type { DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { RecoveryCodesDialog } from '../factors/recovery-codes-dialog.tsx'
import { AddPasskeyDialog } from './add-dialog.tsx'
import { useRenamePasskey } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** Adds a passkey, or renames the given one. With the first factor come the recovery codes. */
export default function PasskeyDialogs({ passkey, ...common }: Props & { passkey: Passkey | undefined }) {
  const toast = useToast()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodesDialog {...common} codes={codes} />
  if (passkey) return <RenameDialog {...common} passkey={passkey} />
  return (
    <AddPasskeyDialog
      {...common}
      onAdded={({ name, recovery_codes }) => {
        toast.success(texts.addedNow(name))
        if (recovery_codes) setCodes(recovery_codes)
        else common.onClose()
      }}
    />
  )
}

function RenameDialog({ passkey, open, onClose, finalFocus }: Props & { passkey: Passkey }) {
  const rename = useRenamePasskey()
  const form = useForm({
    initial: { name: passkey.name },
    schema: PasskeyName,
    save: ({ name }) => rename.mutateAsync({ id: passkey.id, name }),
    onSaved: onClose,
    failureText: texts.renameFailed,
  })
  return (
    <FormDialog
      title={texts.renameTitle}
      open={open}
      onClose={onClose}
      form={form}
      action={texts.renameAction}
      finalFocus={finalFocus}
      width="s"
    >
      <TextField {...form.field('name')} label={texts.name} required />
    </FormDialog>
  )
}
