import { useEffect } from 'react'
import { toast } from './dialogs/toast.ts'
import { ErrorNote } from './page/error-note.tsx'

/** Fallback for a part of a page: an error with a button that reloads the page. */
export const reloadNote = (text: string) => () => <ErrorNote onRetry={() => location.reload()}>{text}</ErrorNote>

interface DialogProps {
  open: boolean
  onClose: () => void
}

/** Fallback for a dialog: closes it with a toast. A reload could lose typed text. */
export function toastAndClose(text: string) {
  return function DialogUnavailable({ open, onClose }: DialogProps) {
    useEffect(() => {
      if (!open) return
      toast.error(text)
      onClose()
    }, [open, onClose])
    return null
  }
}
