import type { Reaction } from '../../contract/content/reactions.ts'
import { cx } from '../ui/cx.ts'
import { Popover } from '../ui/dialogs/popover.tsx'
import { Icon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { reloadNote } from '../ui/lazy-fallbacks.tsx'
import { type Target, useLiveReactions } from './api.ts'
import css from './reactions.module.css'
import { texts } from './texts.ts'
import { useOwnReactions } from './use-own-reactions.ts'

const failed = reloadNote(texts.partFailed)
const loading = <p className={css.note}>{texts.loading}</p>
const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'), failed, loading)
const WhoReacted = lazyPart(() => import('./who-reacted.tsx'), failed, loading)

interface Props extends Target {
  reactions: readonly Reaction[]
  /** Both show nothing for a thing without reactions; `listed` has no button for others. */
  appearance?: 'listed' | 'begun'
  className?: string
}

/** Emoji under a thing with their counts, a button for another one, and the people. */
export function Reactions({ kind, id, reactions, appearance, className }: Props) {
  const target = { kind, id }
  const { shown, choose } = useOwnReactions(target, reactions)
  useLiveReactions()
  const isEmpty = shown.length === 0
  if (appearance && isEmpty) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={texts.reactions}
      className={cx(css.reactions, className)}
      data-print={isEmpty ? 'no' : undefined}
    >
      {shown.map(({ emoji, count, isMine }) => (
        <button
          key={emoji}
          type="button"
          className={css.chip}
          aria-pressed={isMine ?? false}
          aria-label={texts.chip(emoji, count)}
          aria-disabled={isMine === undefined || undefined}
          onClick={() => isMine !== undefined && choose(emoji, !isMine)}
        >
          <span className={css.pill} aria-hidden="true">
            <span className={css.emoji}>{emoji}</span> {count}
          </span>
        </button>
      ))}
      {appearance !== 'listed' && (
        <Popover
          align="start"
          label={texts.react}
          className={css.tool}
          buttonClassName={css.button}
          button={<Icon name="react" />}
        >
          {(close) => (
            <EmojiPicker
              onChoose={(emoji) => {
                close()
                choose(emoji, true)
              }}
            />
          )}
        </Popover>
      )}
      {!isEmpty && (
        <Popover
          align="start"
          title={texts.whoTitle}
          className={css.tool}
          buttonClassName={css.button}
          button={texts.who}
        >
          <WhoReacted target={target} reactions={reactions} />
        </Popover>
      )}
    </div>
  )
}
