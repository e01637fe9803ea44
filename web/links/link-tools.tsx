import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { texts } from './texts.ts'

const pickers = { file: lazy(() => import('./file-picker.tsx')), post: lazy(() => import('./post-picker.tsx')) }

interface Props {
  disabled: boolean
  /** What is selected in the text: the words of the link to be. */
  selection: () => string
  insert: (token: string) => void
}

/** 'Link File' and 'Link Post' (SPEC §2, "Create post"): pick, and the token stands at the cursor. */
export function LinkTools({ disabled, selection, insert }: Props) {
  const [open, setOpen] = useState<{ kind: keyof typeof pickers; label: string }>()
  const Picker = open && pickers[open.kind]
  const show = (kind: keyof typeof pickers) => setOpen({ kind, label: selection() })
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
            label={open.label}
            onClose={() => setOpen(undefined)}
            onInsert={(token) => {
              setOpen(undefined)
              insert(token)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
