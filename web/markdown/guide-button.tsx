import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import type { MarkdownGuideProps } from './guide.tsx'
import { guideTexts } from './guide-texts.ts'

/** The guide, loaded when it is first opened. */
export const MarkdownGuide = lazy<ComponentType<MarkdownGuideProps>>(() =>
  import('./guide.tsx').catch(() => ({ default: Unavailable })),
)

/** The app was replaced by a newer one while this page was open. */
function Unavailable({ open, onClose }: MarkdownGuideProps) {
  const toast = useToast()
  useEffect(() => {
    if (!open) return
    toast.error(guideTexts.failed)
    onClose()
  }, [open, onClose, toast])
  return null
}

/** Opens the guide, wherever somebody writes. */
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
        {guideTexts.title}
      </Button>
      {wasShown && (
        <Suspense>
          <MarkdownGuide open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
