import { useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { hadFocus } from '../../ui/page/had-focus.ts'
import { useEndOtherSessions } from './api.ts'
import { texts } from './texts.ts'

export function EndOtherSessions({ count, onEnded }: { count: number; onEnded: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const end = useEndOtherSessions()

  async function confirmAndEnd() {
    const question = {
      title: texts.endOthersTitle,
      text: texts.endOthersText(count),
      action: texts.endOthersAction,
      danger: true,
    }
    if (!(await confirm(question))) return
    const element = button.current
    try {
      const { ended } = await end.mutateAsync()
      toast.success(texts.othersEndedCount(ended))
      if (hadFocus(element)) onEnded()
    } catch (error) {
      toast.error(messageOf(error, texts.endOthersFailed))
    }
  }

  return (
    <Button ref={button} variant="danger" busy={end.isPending} onClick={() => void confirmAndEnd()}>
      {texts.endOthers}
    </Button>
  )
}
