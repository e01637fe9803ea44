import { type ComponentProps, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'aria-describedby'> {
  text: string
  texts: { copy: string; copied: string }
  /** `isCopied` is false if there is no clipboard without https, or it isn't allowed. */
  onCopied: (isCopied: boolean) => void
}

/** Copies `text`; shows `copied` until `text` changes. */
export function CopyButton({ text, texts, onCopied, ...button }: Props) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      onCopied(true)
    } catch {
      setCopied(undefined)
      onCopied(false)
    }
  }

  return (
    <Button {...button} icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
      {isCopied ? texts.copied : texts.copy}
    </Button>
  )
}

/** For a text in the element `shown`: after a failed copy it is selected there, for the keyboard or the menu. */
export function useCopy<E extends HTMLElement>(text: string) {
  const [failed, setFailed] = useState<string>()
  const shown = useRef<E>(null)

  function onCopied(isCopied: boolean) {
    setFailed(isCopied ? undefined : text)
    const element = shown.current
    if (isCopied || !element) return
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
    else getSelection()?.selectAllChildren(element)
  }

  return { shown, hasFailed: failed === text, copying: { text, onCopied } }
}
