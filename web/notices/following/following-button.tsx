import { Popover } from '../../ui/dialogs/popover.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import { useFollowing } from '../api.ts'
import css from '../notices.module.css'
import { texts } from './texts.ts'

const FollowingChoices = lazyPart(
  () => import('./following-choices.tsx'),
  reloadNote(texts.fetchFailed),
  <p className={css.hint}>{texts.loading}</p>,
)

interface Props {
  postId: string
  /** Comments on an own post are told of without following it. */
  isOwn: boolean
}

/** A post's notices: follow it, or mute it. The button says which. */
export function FollowingButton({ postId, isOwn }: Props) {
  const { data } = useFollowing(postId)
  const state = data && (data.state ?? (isOwn ? 'following' : null))
  const label = data ? texts.choices.following.label : texts.unknown
  return (
    <Popover
      align="start"
      buttonClassName={css.button}
      button={
        <>
          <Icon name={state === 'following' ? 'check' : 'bell'} size={18} />
          {state ? texts.choices[state].chosen : label}
        </>
      }
    >
      <FollowingChoices postId={postId} isOwn={isOwn} />
    </Popover>
  )
}
