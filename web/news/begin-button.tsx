import { useMember } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { useInitializeNews } from './api.ts'
import { texts } from './texts.ts'
import type { Fail } from './use-failure.ts'

/** For admins: makes sure that there is something. */
export function BeginButton({ label, size = 'm', onFail }: { label: string; size?: 'm' | 's'; onFail: Fail }) {
  const me = useMember()
  const toast = useToast()
  const initialize = useInitializeNews()
  if (me?.role !== 'admin') return null

  async function begin() {
    try {
      // not `onSuccess`: by then this may be gone
      const { message } = await initialize.mutateAsync(undefined)
      toast.success(message)
    } catch (error) {
      onFail(error, texts.beginFailed)
    }
  }

  return (
    <Button size={size} busy={initialize.isPending} onClick={() => void begin()}>
      {label}
    </Button>
  )
}
