import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import type { MarkdownGuideProps } from './guide.tsx'
import { texts } from './texts.ts'

export const MarkdownGuide = lazyPart<MarkdownGuideProps>(() => import('./guide.tsx'), toastAndClose(texts.failed))

export function GuideButton() {
  // mounted also when closed, so that the dialog can return the focus
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button variant="quiet" icon="info" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.title}
      </Button>
      {isOpen !== undefined && <MarkdownGuide open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
