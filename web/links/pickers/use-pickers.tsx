import { Button } from '../../ui/controls/button.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
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
  // mounted also when closed, so that the dialog can return the focus
  const { shown, open, close } = useDialogTarget<{ id: keyof typeof pickers; label: string }>()
  const picking = shown?.target
  const Picker = picking && pickers[picking.id]
  const picker = Picker && (
    <Picker
      key={shown.key}
      label={picking.label}
      showsImages={showsImages}
      open={shown.isOpen}
      onClose={() => close(true)}
      onInsert={(token) => {
        insert(token)
        close(true)
      }}
    />
  )
  return { pick: (id: keyof typeof pickers) => open({ id, label: selection() }), picker }
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
