import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useToast } from '../ui/toast.tsx'
import type { PickerProps } from './file-picker.tsx'
import { texts } from './texts.ts'

// the app was replaced by a newer one while this page was open: what is typed here stays
const unavailable = { default: Unavailable }
const pickers = {
  file: lazy<ComponentType<PickerProps>>(() => import('./file-picker.tsx').catch(() => unavailable)),
  post: lazy<ComponentType<PickerProps>>(() => import('./post-picker.tsx').catch(() => unavailable)),
}

function Unavailable({ open, onClose }: PickerProps) {
  const toast = useToast()
  useEffect(() => {
    if (!open) return
    toast.error(texts.pickerFailed)
    onClose()
  }, [open, onClose, toast])
  return null
}

export interface Picking {
  /** What is selected in the text: the words of the link to be. */
  selection: () => string
  insert: (token: string) => void
}

/** The pickers of files and posts: `pick` opens one, which stands where `picker` does, and the token is inserted. */
export function usePickers({ selection, insert }: Picking) {
  // it stays when it is closed, so that the focus goes where it belongs; each time it is opened it is a new one
  const [picking, setPicking] = useState<{ kind: keyof typeof pickers; label: string; time: number; open: boolean }>()
  const Picker = picking && pickers[picking.kind]
  const close = () => setPicking((last) => last && { ...last, open: false })
  const picker = Picker && (
    <Suspense>
      <Picker
        key={picking.time}
        label={picking.label}
        open={picking.open}
        onClose={close}
        onInsert={(token) => {
          insert(token)
          close()
        }}
      />
    </Suspense>
  )
  const pick = (kind: keyof typeof pickers) =>
    setPicking({ kind, label: selection(), time: (picking?.time ?? 0) + 1, open: true })
  return { pick, picker }
}
