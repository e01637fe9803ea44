import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import css from './error-banner.module.css'
import { texts } from './texts.ts'

/** Milliseconds after which it goes by itself (SPEC §2, §9). */
const shownFor = 5000

interface Props {
  children: ReactNode
  /** What can be done about it. */
  action?: ReactNode
  onClose: () => void
}

/** What went wrong, in sight wherever one is on the page; it stays while somebody is at its buttons. */
export function ErrorBanner({ children, action, onClose }: Props) {
  const [isHeld, hold] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), shownFor)
    return () => clearTimeout(timer)
  }, [isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, it only waits
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: nothing is done here, it only waits
    <div className={css.banner} onFocus={() => hold(true)} onBlur={() => hold(false)}>
      <ErrorNote
        action={
          <>
            {action}
            <IconButton icon="close" label={texts.closeError} onClick={onClose} />
          </>
        }
      >
        {children}
      </ErrorNote>
    </div>
  )
}
