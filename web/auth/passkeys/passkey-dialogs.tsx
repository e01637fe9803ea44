import { useRef } from 'react'
import { type CreationOptions, type Passkey, PasskeyName, passkeys } from '../../../contract/auth/passkeys.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { useFactors } from '../factors/api.ts'
import { NewFactorDialog } from '../factors/new-factor-dialog.tsx'
import type { FactorDialogProps } from '../factors/recovery-codes-dialog.tsx'
import { useAddPasskey, useRenamePasskey } from './api.ts'
import { failureOf } from './browser.ts'
import { texts } from './texts.ts'

/** Adds a passkey, or renames the given one. */
export default function PasskeyDialogs({ passkey, ...dialog }: FactorDialogProps & { passkey: Passkey | null }) {
  if (passkey) return <RenameDialog {...dialog} passkey={passkey} />
  return (
    <NewFactorDialog
      {...dialog}
      texts={texts}
      begin={(signal) => call(passkeys.beginAdding, { signal })}
      form={(creation, onAdded) => <NameForm {...dialog} creation={creation} onAdded={onAdded} />}
    />
  )
}

function RenameDialog({ passkey, ...dialog }: FactorDialogProps & { passkey: Passkey }) {
  const rename = useRenamePasskey()
  const form = useForm({
    initial: { name: passkey.name },
    schema: PasskeyName,
    save: ({ name }) => rename.mutateAsync({ id: passkey.id, name }),
    onSaved: dialog.onClose,
    failureText: texts.renameFailed,
  })
  return (
    <FormDialog {...dialog} title={texts.renameTitle} form={form} action={texts.renameAction} width="s">
      <TextField {...form.field('name')} label={texts.name} required />
    </FormDialog>
  )
}

interface AddProps extends FactorDialogProps {
  creation: AnswerOf<typeof passkeys.beginAdding>
  onAdded: (answer: { recovery_codes: string[] | null }) => void
}

/** Asks for the name; the browser asks for the rest. A challenge is for one attempt. */
function NameForm({ creation, onAdded, ...dialog }: AddProps) {
  const add = useAddPasskey()
  const isFirst = useFactors().data?.has_factor === false
  const unused = useRef<CreationOptions | undefined>(creation.options)
  const form = useForm({
    initial: { name: creation.name },
    schema: PasskeyName,
    save: async ({ name }) => {
      const options = unused.current ?? (await call(passkeys.beginAdding, {})).options
      unused.current = undefined
      return add.mutateAsync({ options, name })
    },
    onSaved: (added) => {
      toast.success(texts.addedNow(added.name))
      onAdded(added)
    },
    failureText: failureOf(texts.addFailed),
  })
  return (
    <FormDialog
      {...dialog}
      title={texts.addTitle}
      description={isFirst ? `${texts.addIntro} ${texts.firstIntro}` : texts.addIntro}
      form={form}
      action={texts.addAction}
      width="s"
    >
      <TextField {...form.field('name')} label={texts.name} hint={texts.nameHint} required />
    </FormDialog>
  )
}
