import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { texts } from './version-texts.ts'
import type { VersionsProps } from './versions.tsx'

const Versions = lazy<ComponentType<VersionsProps>>(() =>
  import('./versions.tsx').catch(() => ({ default: Unavailable })),
)

const Unavailable = () => <ErrorNote onRetry={() => location.reload()}>{texts.fetchVersionsFailed}</ErrorNote>

/** Opens the history of a post, for who may edit it. */
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
