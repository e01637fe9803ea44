import { useRef } from 'react'
import { useMember } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { useInitializeNews } from './api.ts'
import { toHeading } from './heading.ts'
import { texts } from './texts.ts'
import type { Fail } from './use-failure.ts'

interface Props {
  label: string
  size?: 'm' | 's'
  onFail: Fail
  onDone?: () => void
}

/** For admins: makes sure that there is something. */
export function BeginButton({ label, size = 'm', onFail, onDone }: Props) {
  const me = useMember()
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const initialize = useInitializeNews()
  if (me?.role !== 'admin') return null

  async function begin() {
    try {
      // not `onSuccess`: by then this may be gone
      const { message } = await initialize.mutateAsync(undefined)
      toast.success(message)
      // where it stands goes away; who went on to something else meanwhile stays there
      const { activeElement } = document
      if (activeElement === document.body || activeElement === button.current) toHeading()
      onDone?.()
    } catch (error) {
      onFail(error, texts.beginFailed)
    }
  }

  return (
    <Button ref={button} size={size} busy={initialize.isPending} onClick={() => void begin()}>
      {label}
    </Button>
  )
}
