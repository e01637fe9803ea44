import { useEffect, useRef, useState } from 'react'
import { type CreationOptions, PasskeyName, passkeys } from '../../../contract/auth/passkeys.ts'
import { call, messageOf } from '../../api/call.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useFactors } from '../factors/api.ts'
import { useAddPasskey } from './api.ts'
import { failureOf } from './browser.ts'
import { texts } from './texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
  onAdded: (answer: { name: string; recovery_codes: string[] | null }) => void
}

interface Creation {
  options: CreationOptions
  name: string
}

/** Asks for a challenge, then for the name; the browser asks for the rest. A challenge is for one attempt. */
export function AddPasskeyDialog(props: Props) {
  const [creation, setCreation] = useState<Creation>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setError(undefined)
    call(passkeys.beginAdding, { signal: abort.signal }).then(setCreation, (failure) => {
      if (!abort.signal.aborted) setError(failure)
    })
    return () => abort.abort()
  }, [attempt])

  if (creation) return <NameForm {...props} creation={creation} />
  return (
    <Dialog title={texts.addTitle} open={props.open} onOpenChange={props.onClose} finalFocus={props.finalFocus} steady>
      {error === undefined ? (
        <Skeleton label={texts.beginning} shape="fields" />
      ) : (
        <ErrorNote onRetry={() => setAttempt(attempt + 1)}>{messageOf(error, texts.beginFailed)}</ErrorNote>
      )}
    </Dialog>
  )
}

function NameForm({ creation, open, onClose, finalFocus, onAdded }: Props & { creation: Creation }) {
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
