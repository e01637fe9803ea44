import { messageOf } from '../../api/call.ts'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useFollow, useFollowing } from '../api.ts'
import css from '../notices.module.css'
import { texts } from './texts.ts'

const states = ['following', 'muted'] as const

/** Either, or neither; an own post can only be muted. */
export default function FollowingChoices({ postId, isOwn }: { postId: string; isOwn: boolean }) {
  const query = useFollowing(postId)
  const { data, error, isError } = query
  const follow = useFollow(postId)
  const toast = useToast()
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
