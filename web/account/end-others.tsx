import { useRef } from 'react'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { useEndOtherSessions } from './api.ts'
import { texts } from './texts.ts'

/** Signs out everywhere but here. */
export function EndOthers({ count, onEnded }: { count: number; onEnded: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const end = useEndOtherSessions()

  async function endAll() {
    const question = {
      title: texts.endOthersTitle,
      text: texts.endOthersText(count),
      action: texts.endOthersAction,
      danger: true,
    }
    if (!(await confirm(question))) return
    const place = button.current
    try {
      const { ended } = await end.mutateAsync()
      toast.success(texts.othersEndedCount(ended))
      if (wasHere(place)) onEnded()
    } catch (error) {
      toast.error(messageOf(error, texts.endOthersFailed))
    }
  }

  return (
    <Button ref={button} variant="danger" busy={end.isPending} onClick={() => void endAll()}>
      {texts.endOthers}
    </Button>
  )
}
