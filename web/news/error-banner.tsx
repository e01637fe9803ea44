import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import css from './news.module.css'
import { texts } from './texts.ts'

/** SPEC §2, §9. */
const hideAfterMs = 5000

/** The last failure; `number` distinguishes equal messages. */
export function useErrorBanner() {
  const [failure, setFailure] = useState<{ message: string; number: number }>()
  return {
    failure,
    showError: (error: unknown, fallback: string) =>
      setFailure((before) => ({ message: messageOf(error, fallback), number: (before?.number ?? 0) + 1 })),
    clear: () => setFailure(undefined),
  }
}

export type ShowError = ReturnType<typeof useErrorBanner>['showError']

/** Shows a failure in the banner, and passes it on to the form. */
export async function shown<T>(saved: Promise<T>, showError: ShowError, fallback: string) {
  try {
    return await saved
  } catch (error) {
    showError(error, fallback)
    throw error
  }
}

interface Props {
  children: ReactNode
  action?: ReactNode
  onClose: () => void
}

/** An error in view anywhere on the page; it stays while one of its buttons has the focus. */
export function ErrorBanner({ children, action, onClose }: Props) {
  const [hasFocus, setHasFocus] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (hasFocus) return
    const timer = setTimeout(() => close(), hideAfterMs)
    return () => clearTimeout(timer)
  }, [hasFocus])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events only pause the timer
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the events only pause the timer
    <div className={css.banner} onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
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
