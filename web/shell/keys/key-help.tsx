import { useState } from 'react'
import { useListener } from '../../ui/hooks/use-listener.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import type { KeysDialogProps } from './keys-dialog.tsx'

const KeysDialog = lazyPart<KeysDialogProps>(
  () => import('./keys-dialog.tsx'),
  toastAndClose('No se pudieron mostrar las teclas. Recarga la página.'),
)

/** In fields the sign is a sign, and over another dialog nothing opens. */
const taken = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]'

/** The keys of all pages, shown at the press of '?'. */
export function KeyHelp() {
  // mounted also when closed, so that the dialog can return the focus
  const [isOpen, setOpen] = useState<boolean>()
  useListener('keydown', ({ key, ctrlKey, metaKey, altKey, defaultPrevented }) => {
    if (key !== '?' || ctrlKey || metaKey || altKey || defaultPrevented) return
    if (!document.activeElement?.closest(taken)) setOpen(true)
  })
  return isOpen !== undefined && <KeysDialog open={isOpen} onClose={() => setOpen(false)} />
}
