import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import { texts } from '../texts.ts'
import type { PickerProps } from './picker.tsx'

const unavailable = toastAndClose(texts.pickerFailed)
const pickers = {
  file: lazyPart<PickerProps>(() => import('./file-picker.tsx'), unavailable),
  post: lazyPart<PickerProps>(() => import('./post-picker.tsx'), unavailable),
}

interface TextCursor {
  selection: () => string
  insert: (token: string) => void
  /** Offers to show an image in the text. */
  showsImages?: boolean
}

export function usePickers({ selection, insert, showsImages }: TextCursor) {
  // mounted also when closed, so that the dialog can return the focus; `time` makes each opening a new one
  const [picking, setPicking] = useState<{ kind: keyof typeof pickers; label: string; time: number; open: boolean }>()
  const Picker = picking && pickers[picking.kind]
  const close = () => setPicking((last) => last && { ...last, open: false })
  const picker = Picker && (
    <Picker
      key={picking.time}
      label={picking.label}
      showsImages={showsImages}
      open={picking.open}
      onClose={close}
      onInsert={(token) => {
        insert(token)
        close()
      }}
    />
  )
  const pick = (kind: keyof typeof pickers) =>
    setPicking({ kind, label: selection(), time: (picking?.time ?? 0) + 1, open: true })
  return { pick, picker }
}

/** 'Link File' and 'Link Post' (SPEC §2, "Create post"). */
export function LinkTools({ disabled, ...picking }: TextCursor & { disabled: boolean }) {
  const { pick, picker } = usePickers(picking)
  return (
    <>
      <Button size="s" variant="quiet" icon="archive" disabled={disabled} onClick={() => pick('file')}>
        {texts.linkFile}
      </Button>
      <Button size="s" variant="quiet" icon="link" disabled={disabled} onClick={() => pick('post')}>
        {texts.linkPost}
      </Button>
      {picker}
    </>
  )
}
