import { useEffect, useRef, useState } from 'react'
import { factors, NewTotp } from '../../../contract/auth/factors.ts'
import { call, messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import css from '../auth.module.css'
import { useAddTotp } from './api.ts'
import { texts } from './texts.ts'

interface Setup {
  secret: string
  uri: string
  token: string
}
interface Props {
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
  onAdded: (answer: { recovery_codes: string[] | null }) => void
}

/** Adds an authenticator app: the secret, and a first code of it. */
export function TotpDialog(props: Props) {
  const [setup, setSetup] = useState<Setup>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setError(undefined)
    call(factors.beginTotp, { signal: abort.signal }).then(setSetup, (failure) => {
      if (!abort.signal.aborted) setError(failure)
    })
    return () => abort.abort()
  }, [attempt])

  if (setup) return <TotpForm {...props} setup={setup} />
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

function TotpForm({ setup, open, onClose, finalFocus, onAdded }: Props & { setup: Setup }) {
  const { mutateAsync } = useAddTotp()
  const form = useForm({
    initial: { code: '' },
    schema: NewTotp,
    toInput: (values) => ({ ...values, token: setup.token }),
    save: mutateAsync,
    onSaved: onAdded,
    failureText: texts.addFailed,
  })
  return (
    <FormDialog
      title={texts.addTitle}
      open={open}
      onClose={onClose}
      form={form}
      action={texts.add}
      // the secret is a field too
      initialFocus={(by) => by === 'touch' || (form.formRef.current?.querySelector<HTMLElement>('[name=code]') ?? true)}
      finalFocus={finalFocus}
    >
      <p>{texts.scan}</p>
      <QrCode text={setup.uri} label={texts.qr} />
      <Secret secret={setup.secret} />
      <TextField
        {...form.field('code')}
        label={texts.firstCode}
        hint={texts.firstCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <p>{texts.othersEnd}</p>
    </FormDialog>
  )
}

function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied('yes')
    } catch {
      // no clipboard without https, or not allowed
      field.current?.select()
      setCopied('no')
    }
  }

  return (
    <>
      {/* on a phone it takes two lines */}
      <TextArea
        ref={field}
        className={css.secret}
        rows={1}
        grow
        label={texts.secret}
        hint={copied === 'no' ? texts.copyFailed : undefined}
        value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button className="self-start" size="s" icon={copied === 'yes' ? 'check' : undefined} onClick={() => void copy()}>
        {copied === 'yes' ? texts.copied : texts.copy}
      </Button>
    </>
  )
}
