import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { texts } from '../texts.ts'
import css from '../user-dialog.module.css'

// 32 characters that can't be confused when read out or copied by hand: no l and 1, no o and 0.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password to be typed once by another person: 'k7mt-q9xz-4hdw-e2pv', 80 bits. */
function suggestPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

interface Props {
  value: string
  onSuggest: (password: string) => void
}

/** Suggests a strong password and shows it, to be copied for its owner, until the field is changed. */
export function PasswordSuggestion({ value, onSuggest }: Props) {
  const [suggested, setSuggested] = useState<string>()
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const passwordElement = useRef<HTMLElement>(null)
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
      if (passwordElement.current) getSelection()?.selectAllChildren(passwordElement.current)
      setCopied('no')
    }
  }

  return (
    <div>
      <div role="status" className={isShown ? css.shown : undefined}>
        {isShown && (
          <>
            {texts.suggested}{' '}
            <code ref={passwordElement} className={css.password} translate="no">
              {suggested}
            </code>
            <p className="small tight">{copied === 'no' ? texts.copyFailed : texts.suggestedHint}</p>
          </>
        )}
      </div>
      <div className={`wrap gap-2 ${css.buttons}`}>
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
