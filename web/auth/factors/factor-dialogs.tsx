import { useRef, useState } from 'react'
import { factors, NewTotp } from '../../../contract/auth/factors.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { call, messageOf } from '../../api/call.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import css from '../auth.module.css'
import { useBeginning } from '../use-beginning.ts'
import { useAddTotp } from './api.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { texts } from './texts.ts'

interface Props {
  /** New ones, to show; without them an app is added. */
  newCodes: string[] | undefined
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** The dialog that adds an app, and the one with new recovery codes. */
export default function FactorDialogs({ newCodes, ...dialog }: Props) {
  const [codes, setCodes] = useState(newCodes)
  if (codes) return <RecoveryCodesDialog {...dialog} codes={codes} />
  return (
    <TotpDialog
      {...dialog}
      onAdded={({ recovery_codes }) => {
        toast.success(texts.added)
        if (recovery_codes) setCodes(recovery_codes)
        else dialog.onClose()
      }}
    />
  )
}

interface TotpProps extends Omit<Props, 'newCodes'> {
  onAdded: (answer: { recovery_codes: string[] | null }) => void
}

/** Adds an authenticator app: the secret, and a first code of it. */
function TotpDialog(props: TotpProps) {
  const { data: setup, error, retry } = useBeginning((signal) => call(factors.beginTotp, { signal }))
  if (setup) return <TotpForm {...props} setup={setup} />
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

function TotpForm({
  setup,
  open,
  onClose,
  finalFocus,
  onAdded,
}: TotpProps & { setup: AnswerOf<typeof factors.beginTotp> }) {
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
  const [hasFailed, setFailed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  function onCopied(isCopied: boolean) {
    if (!isCopied) field.current?.select()
    setFailed(!isCopied)
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
        hint={hasFailed ? texts.copyFailed : undefined}
        value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <CopyButton className="self-start" size="s" text={secret} texts={texts} onCopied={onCopied} />
    </>
  )
}
