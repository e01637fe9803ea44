import { type ReactNode, useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { useTakeFactors } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  user: { id: string; name: string }
  /** Shows the link for somebody who is left without a way in. */
  renderLink: (path: string, expiresAt: string) => ReactNode
}

/** Takes the second factors of a member away who lost them. */
export function TakeFactors({ user: { id, name }, renderLink }: Props) {
  const status = useRef<HTMLParagraphElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const take = useTakeFactors(id)
  const link = take.data?.link

  async function confirmAndTake() {
    const question = { title: texts.takeTitle(name), text: texts.takeText, action: texts.takeAction, danger: true }
    if (!(await confirm(question))) return
    try {
      await take.mutateAsync()
      // the button goes
      status.current?.focus()
    } catch (error) {
      toast.error(messageOf(error, texts.takeFailed))
    }
  }

  return (
    <>
      <p ref={status} role="status" tabIndex={-1}>
        {take.isSuccess && (link ? texts.takenWithLink(name) : texts.taken(name))}
      </p>
      {link && renderLink(link.path, link.expires_at)}
      {!take.isSuccess && (
        <Button size="s" variant="danger" busy={take.isPending} onClick={() => void confirmAndTake()}>
          {texts.take}
        </Button>
      )}
    </>
  )
}
