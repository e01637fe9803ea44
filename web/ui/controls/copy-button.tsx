import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'aria-describedby'> {
  text: string
  texts: { copy: string; copied: string }
  /** `isCopied` is false if there is no clipboard without https, or it isn't allowed. */
  onCopied?: (isCopied: boolean) => void
}

/** Copies `text`; shows `copied` until `text` changes. */
export function CopyButton({ text, texts, onCopied, ...button }: Props) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      onCopied?.(true)
    } catch {
      setCopied(undefined)
      onCopied?.(false)
    }
  }

  return (
    <Button {...button} icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
      {isCopied ? texts.copied : texts.copy}
    </Button>
  )
}
