import { useState } from 'react'
import type { DialogProps } from '../../ui/dialogs/dialog.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { texts } from './texts.ts'
import { TotpDialog } from './totp-dialog.tsx'

interface Props {
  /** New ones, to show; without them an app is added. */
  newCodes: string[] | undefined
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** The dialog that adds an app, and the one with new recovery codes. */
export default function FactorDialogs({ newCodes, ...dialog }: Props) {
  const toast = useToast()
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
