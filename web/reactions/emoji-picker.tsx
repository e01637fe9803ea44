import { type FormEvent, useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/controls/button.tsx'
import css from './reactions.module.css'
import { texts } from './texts.ts'

/** Agreement, thanks, laughter and the rest of what is mostly meant. */
export const usualEmoji = ['❤️', '👍', '😂', '😮', '😢', '🙏']

/** Six emoji, and a field for any other. The server says whether it is one. */
export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [other, setOther] = useState('')
  const field = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (other.trim() !== '') onChoose(other.trim())
  }

  return (
    <div>
      <div className="flex">
        {usualEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={css.emojiButton}
            aria-label={texts.choose(emoji)}
            onClick={() => onChoose(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      <form className={css.other} onSubmit={submit}>
        <label className={css.label} htmlFor={field}>
          {texts.other}
        </label>
        <input
          id={field}
          className={css.field}
          value={other}
          maxLength={limits.reactions.emoji}
          autoComplete="off"
          placeholder="🎉"
          title={texts.otherHint}
          onChange={(event) => setOther(event.target.value)}
        />
        <Button type="submit" size="s">
          {texts.add}
        </Button>
      </form>
    </div>
  )
}
