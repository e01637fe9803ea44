import { Suspense, useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import { texts } from './texts.ts'
import type { VersionsDialogProps } from './versions-dialog.tsx'

const Versions = lazyPart<VersionsDialogProps>(
  () => import('./versions-dialog.tsx'),
  reloadNote(texts.fetchVersionsFailed),
)

export function VersionsButton({ post }: { post: Post }) {
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpened(opened + 1)
    setOpen(true)
  }
  return (
    <>
      <Button size="s" icon="clock" aria-haspopup="dialog" onClick={open}>
        {texts.history}
      </Button>
      {opened > 0 && (
        <Suspense>
          <Versions key={opened} post={post} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
