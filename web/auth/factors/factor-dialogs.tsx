import { useState } from 'react'
import type { DialogProps } from '../../ui/dialogs/dialog.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { useRemoveTotp, useRenewCodes } from './api.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { texts } from './texts.ts'
import { TotpDialog } from './totp-dialog.tsx'

interface Props {
  task: 'add' | 'remove' | 'renew'
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** The dialog of a change, and after it the one with the new recovery codes. */
export default function FactorDialogs({ task, open, onClose, finalFocus }: Props) {
  const toast = useToast()
  const [codes, setCodes] = useState<string[]>()
  const remove = useRemoveTotp()
  const renew = useRenewCodes()
  const common = { open, onClose, finalFocus }

  if (codes) return <RecoveryCodesDialog {...common} codes={codes} />
  if (task === 'add')
    return (
      <TotpDialog
        {...common}
        onAdded={({ recovery_codes }) => {
          toast.success(texts.added)
          if (recovery_codes) setCodes(recovery_codes)
          else onClose()
        }}
      />
    )
  if (task === 'remove')
    return (
      <ProofDialog
        {...common}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.remove}
        failureText={texts.removeFailed}
        change={remove.mutateAsync}
        onDone={() => {
          toast.success(texts.removed)
          onClose()
        }}
      />
    )
  return (
    <ProofDialog
      {...common}
      title={texts.renewTitle}
      text={texts.renewText}
      action={texts.renewAction}
      failureText={texts.renewFailed}
      change={renew.mutateAsync}
      onDone={({ recovery_codes }) => setCodes(recovery_codes ?? [])}
    />
  )
}
