import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { PickerProps } from '../links/file-picker.tsx'
import { texts as linkTexts } from '../links/texts.ts'
import { IconButton } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { texts } from './texts.ts'

const FilePicker = lazy<ComponentType<PickerProps>>(() =>
  import('../links/file-picker.tsx').catch(() => ({ default: Unavailable })),
)

/** The app was replaced by a newer one while this page was open. */
function Unavailable({ open, onClose }: PickerProps) {
  const toast = useToast()
  useEffect(() => {
    if (!open) return
    toast.error(linkTexts.pickerFailed)
    onClose()
  }, [open, onClose, toast])
  return null
}

/** Picks a file of the archive, and its token stands at the cursor. */
export function LinkFile({ selection, insert }: { selection: () => string; insert: (token: string) => void }) {
  // it stays when it is closed, so that the focus goes where it belongs; each time it is opened it is a new one
  const [picking, setPicking] = useState<{ label: string; time: number; open: boolean }>()
  const close = () => setPicking((last) => last && { ...last, open: false })
  return (
    <>
      <IconButton
        label={texts.linkFile}
        icon="archive"
        onClick={() => setPicking({ label: selection(), time: (picking?.time ?? 0) + 1, open: true })}
      />
      {picking && (
        <Suspense>
          <FilePicker
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
