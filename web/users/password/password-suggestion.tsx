import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { texts } from '../texts.ts'
import css from './password-help.module.css'

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
  const [hasFailed, setFailed] = useState(false)
  const passwordElement = useRef<HTMLElement>(null)
  const isShown = suggested !== undefined && suggested === value

  function suggest() {
    const password = suggestPassword()
    setSuggested(password)
    setFailed(false)
    onSuggest(password)
  }

  function onCopied(isCopied: boolean) {
    if (!isCopied && passwordElement.current) getSelection()?.selectAllChildren(passwordElement.current)
    setFailed(!isCopied)
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
            <p className="small tight">{hasFailed ? texts.copyFailed : texts.suggestedHint}</p>
          </>
        )}
      </div>
      <div className={`wrap gap-2 ${css.buttons}`}>
        {isShown && <CopyButton size="s" text={value} texts={texts} onCopied={onCopied} />}
        <Button size="s" variant="quiet" className={css.suggest} onClick={suggest}>
          {isShown ? texts.suggestAnother : texts.suggestPassword}
        </Button>
      </div>
    </div>
  )
}
