import { factors, NewTotp } from '../../../contract/auth/factors.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { CopyButton, useCopy } from '../../ui/controls/copy-button.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import css from '../auth.module.css'
import { useAddTotp } from './api.ts'
import { NewFactorDialog } from './new-factor-dialog.tsx'
import { type FactorDialogProps, RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { texts } from './texts.ts'

interface Props extends FactorDialogProps {
  /** New ones, to show; without them an app is added. */
  newCodes: string[] | undefined
}

/** The dialog that adds an app, and the one with new recovery codes. */
export default function FactorDialogs({ newCodes, ...dialog }: Props) {
  if (newCodes) return <RecoveryCodesDialog {...dialog} codes={newCodes} />
  return (
    <NewFactorDialog
      {...dialog}
      texts={texts}
      begin={(signal) => call(factors.beginTotp, { signal })}
      form={(setup, onAdded) => <TotpForm {...dialog} setup={setup} onAdded={onAdded} />}
    />
  )
}

interface TotpProps extends FactorDialogProps {
  setup: AnswerOf<typeof factors.beginTotp>
  onAdded: (answer: { recovery_codes: string[] | null }) => void
}

/** Adds an authenticator app: the secret, and a first code of it. */
function TotpForm({ setup, onAdded, ...dialog }: TotpProps) {
  const { mutateAsync } = useAddTotp()
  const form = useForm({
    initial: { code: '' },
    schema: NewTotp,
    toInput: (values) => ({ ...values, token: setup.token }),
    save: mutateAsync,
    onSaved: (answer) => {
      toast.success(texts.added)
      onAdded(answer)
    },
    failureText: texts.addFailed,
  })
  return (
    <FormDialog
      {...dialog}
      title={texts.addTitle}
      form={form}
      action={texts.add}
      // the secret is a field too
      initialFocus={(by) => by === 'touch' || (form.formRef.current?.querySelector<HTMLElement>('[name=code]') ?? true)}
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
  const { shown, hasFailed, copying } = useCopy<HTMLTextAreaElement>(secret)
  return (
    <>
      {/* on a phone it takes two lines */}
      <TextArea
        ref={shown}
        className={css.secret}
        rows={1}
        grow
        label={texts.secret}
        hint={hasFailed ? texts.copyFailed : undefined}
        value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <CopyButton className="self-start" size="s" texts={texts} {...copying} />
    </>
  )
}
