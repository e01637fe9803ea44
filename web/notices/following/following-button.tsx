import { Suspense } from 'react'
import { Popover } from '../../ui/dialogs/popover.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import css from './following.module.css'
import { texts } from './texts.ts'

const FollowingChoices = lazyPart(() => import('./following-choices.tsx'), reloadNote(texts.fetchFailed))

/** A post's notices: follow it, or mute it. */
export const FollowingButton = ({ postId }: { postId: string }) => (
  <Popover
    align="start"
    buttonClassName={css.button}
    button={
      <>
        <Icon name="bell" size={18} />
        {texts.notices}
      </>
    }
  >
    <Suspense fallback={<p className={css.hint}>{texts.loading}</p>}>
      <FollowingChoices postId={postId} />
    </Suspense>
  </Popover>
)
