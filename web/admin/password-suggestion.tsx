import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import css from './password-suggestion.module.css'
import { suggestPassword } from './suggest-password.ts'
import { texts } from './texts.ts'

interface Props {
  /** What is in the password field now. */
  value: string
  onSuggest: (password: string) => void
}

/** Makes a strong password, and shows it for as long as it stands in the field, to be copied for its owner. */
export function PasswordSuggestion({ value, onSuggest }: Props) {
  const [suggested, setSuggested] = useState<string>()
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const shown = useRef<HTMLElement>(null)
  const isShown = suggested !== undefined && suggested === value

  function suggest() {
    const password = suggestPassword()
    setSuggested(password)
    setCopied(undefined)
    onSuggest(password)
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied('yes')
    } catch {
      // no clipboard without https, or not allowed
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setCopied('no')
    }
  }

  return (
    <div>
      <div role="status" className={isShown ? css.shown : undefined}>
        {isShown && (
          <>
            {texts.suggested}{' '}
            <code ref={shown} className={css.password} translate="no">
              {suggested}
            </code>
            <p className={css.hint}>{copied === 'no' ? texts.copyFailed : texts.suggestedHint}</p>
          </>
        )}
      </div>
      <div className={css.buttons}>
        {isShown && (
          <Button size="s" icon={copied === 'yes' ? 'check' : undefined} onClick={() => void copy()}>
            {copied === 'yes' ? texts.copied : texts.copy}
          </Button>
        )}
        <Button size="s" variant="quiet" className={css.suggest} onClick={suggest}>
          {isShown ? texts.suggestAnother : texts.suggestPassword}
        </Button>
      </div>
    </div>
  )
}
