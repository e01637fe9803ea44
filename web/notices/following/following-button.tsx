import { messageOf } from '../../api/call.ts'
import { Popover } from '../../ui/dialogs/popover.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useFollow, useFollowing } from '../api.ts'
import css from '../notices.module.css'
import { texts } from './texts.ts'

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

const states = ['following', 'muted'] as const

/** Either, or neither; an own post can only be muted. */
function FollowingChoices({ postId, isOwn }: Props) {
  const query = useFollowing(postId)
  const { data, error, isError } = query
  const follow = useFollow(postId)
  if (!data)
    return isError ? (
      <ErrorNote query={query}>{messageOf(error, texts.fetchFailed)}</ErrorNote>
    ) : (
      <p className={css.hint}>{texts.loading}</p>
    )
  return states.slice(isOwn ? 1 : 0).map((state) => {
    const { label, hint } = texts.choices[state]
    const isChosen = data.state === state
    return (
      <button
        key={state}
        type="button"
        aria-pressed={isChosen}
        aria-describedby={`following-${state}`}
        className={css.choice}
        onClick={() =>
          follow.mutate({ state: isChosen ? null : state }, { onError: () => toast.error(texts.saveFailed) })
        }
      >
        <span className={css.label}>{label}</span>
        <span id={`following-${state}`} className={css.hint} aria-hidden="true">
          {hint}
        </span>
        {isChosen && <Icon name="check" size={18} className={css.check} />}
      </button>
    )
  })
}
