import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/call.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useBeginning } from '../use-beginning.ts'
import { type FactorDialogProps, RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

interface Props<Setup> extends FactorDialogProps {
  texts: { addTitle: string; beginning: string; beginFailed: string }
  /** Asks for a secret or a challenge, for one attempt. */
  begin: (signal: AbortSignal) => Promise<Setup>
  form: (setup: Setup, onAdded: (answer: { recovery_codes: string[] | null }) => void) => ReactNode
}

/** Adds a second factor. With the first one come the recovery codes. */
export function NewFactorDialog<Setup>({ texts, begin, form, ...dialog }: Props<Setup>) {
  const [codes, setCodes] = useState<string[]>()
  const { data: setup, error, retry } = useBeginning(begin)
  if (codes) return <RecoveryCodesDialog {...dialog} codes={codes} />
  if (setup) return form(setup, ({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : dialog.onClose()))
  return (
    <Dialog title={texts.addTitle} {...dialog} steady>
      {error === undefined ? (
        <Skeleton label={texts.beginning} shape="fields" />
      ) : (
        <ErrorNote onRetry={retry}>{messageOf(error, texts.beginFailed)}</ErrorNote>
      )}
    </Dialog>
  )
}
