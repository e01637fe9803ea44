import { useRef } from 'react'
import { useMember } from '../api/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { focusPageHeading } from '../ui/page/focus.ts'
import { useInitializeNews } from './api.ts'
import type { ShowError } from './error-banner.tsx'
import { texts } from './texts.ts'

/** SPEC §2, News: the button depends on the number in the error's text, not on its status. */
export const offersInitialization = (message: string) => /\b404\b/.test(message)

interface Props {
  label: string
  size?: 'm' | 's'
  onFail: ShowError
  onDone?: () => void
}

export function InitializeButton({ label, size = 'm', onFail, onDone }: Props) {
  const me = useMember()
  const button = useRef<HTMLButtonElement>(null)
  const initialize = useInitializeNews()
  if (me?.role !== 'admin') return null

  async function initializeNews() {
    try {
      // not `onSuccess`, which isn't called after unmounting
      const { message } = await initialize.mutateAsync(undefined)
      toast.success(message)
      // the button is removed; a focus that has moved elsewhere stays
      const { activeElement } = document
      if (activeElement === document.body || activeElement === button.current) focusPageHeading()
      onDone?.()
    } catch (error) {
      onFail(error, texts.initializeFailed)
    }
  }

  return (
    <Button ref={button} size={size} busy={initialize.isPending} onClick={() => void initializeNews()}>
      {label}
    </Button>
  )
}
