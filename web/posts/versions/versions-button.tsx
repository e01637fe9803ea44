import type { Post } from '../../../contract/posts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import { texts } from './texts.ts'
import type { VersionsDialogProps } from './versions-dialog.tsx'

const Versions = lazyPart<VersionsDialogProps>(
  () => import('./versions-dialog.tsx'),
  reloadNote(texts.fetchVersionsFailed),
)

export function VersionsButton({ post }: { post: Post }) {
  const { shown, open, close } = useDialogTarget<Post>()
  return (
    <>
      <Button size="s" icon="clock" aria-haspopup="dialog" onClick={() => open(post)}>
        {texts.history}
      </Button>
      {shown && <Versions key={shown.key} post={post} open={shown.isOpen} onClose={() => close(true)} />}
    </>
  )
}
