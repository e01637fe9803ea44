import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
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

interface Props {
  disabled: boolean
  /** What is selected in the text: the words of the link to be. */
  selection: () => string
  insert: (token: string) => void
}

/** 'Link File' and 'Link Post' (SPEC §2, "Create post"): pick, and the token stands at the cursor. */
export function LinkTools({ disabled, selection, insert }: Props) {
  // it stays when it is closed, so that the focus goes where it belongs; each time it is opened it is a new one
  const [picking, setPicking] = useState<{ kind: keyof typeof pickers; label: string; time: number; open: boolean }>()
  const Picker = picking && pickers[picking.kind]
  const show = (kind: keyof typeof pickers) =>
    setPicking({ kind, label: selection(), time: (picking?.time ?? 0) + 1, open: true })
  const close = () => setPicking((last) => last && { ...last, open: false })
  return (
    <>
      <Button size="s" variant="quiet" icon="archive" disabled={disabled} onClick={() => show('file')}>
        {texts.linkFile}
      </Button>
      <Button size="s" variant="quiet" icon="link" disabled={disabled} onClick={() => show('post')}>
        {texts.linkPost}
      </Button>
      {Picker && (
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
      )}
    </>
  )
}
