import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import type { MarkdownGuideProps } from './guide.tsx'
import { texts } from './texts.ts'

export const MarkdownGuide = lazyPart<MarkdownGuideProps>(() => import('./guide.tsx'), toastAndClose(texts.failed))

export function GuideButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasShown, setShown] = useState(false)
  function open() {
    setShown(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" icon="info" aria-haspopup="dialog" onClick={open}>
        {texts.title}
      </Button>
      {wasShown && <MarkdownGuide open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
