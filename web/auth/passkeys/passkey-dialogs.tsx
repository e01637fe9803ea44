import { useRef, useState } from 'react'
import { type CreationOptions, type Passkey, PasskeyName, passkeys } from '../../../contract/auth/passkeys.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { call, messageOf } from '../../api/call.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useFactors } from '../factors/api.ts'
import { RecoveryCodesDialog } from '../factors/recovery-codes-dialog.tsx'
import { useBeginning } from '../use-beginning.ts'
import { useAddPasskey, useRenamePasskey } from './api.ts'
import { failureOf } from './browser.ts'
import { texts } from './texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** Adds a passkey, or renames the given one. With the first factor come the recovery codes. */
export default function PasskeyDialogs({ passkey, ...common }: Props & { passkey: Passkey | null }) {
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

interface AddProps extends Props {
  onAdded: (answer: { name: string; recovery_codes: string[] | null }) => void
}

/** Asks for a challenge, then for the name; the browser asks for the rest. A challenge is for one attempt. */
function AddPasskeyDialog(props: AddProps) {
  const { data: creation, error, retry } = useBeginning((signal) => call(passkeys.beginAdding, { signal }))
  if (creation) return <NameForm {...props} creation={creation} />
  return (
    <Dialog title={texts.addTitle} open={props.open} onClose={props.onClose} finalFocus={props.finalFocus} steady>
      {error === undefined ? (
        <Skeleton label={texts.beginning} shape="fields" />
      ) : (
        <ErrorNote onRetry={retry}>{messageOf(error, texts.beginFailed)}</ErrorNote>
      )}
    </Dialog>
  )
}

function NameForm({
  creation,
  open,
  onClose,
  finalFocus,
  onAdded,
}: AddProps & { creation: AnswerOf<typeof passkeys.beginAdding> }) {
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
    onSaved: onAdded,
    failureText: failureOf(texts.addFailed),
  })
  return (
    <FormDialog
      title={texts.addTitle}
      description={isFirst ? `${texts.addIntro} ${texts.firstIntro}` : texts.addIntro}
      open={open}
      onClose={onClose}
      form={form}
      action={texts.addAction}
      finalFocus={finalFocus}
      width="s"
    >
      <TextField {...form.field('name')} label={texts.name} hint={texts.nameHint} required />
    </FormDialog>
  )
}
