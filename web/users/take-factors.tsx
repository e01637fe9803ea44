import { useRef } from 'react'
import type { Account } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useTakeFactors } from './api.ts'
import { HandedLink } from './invitations/handed-link.tsx'
import { texts } from './texts.ts'

/** Takes the second factors of a member away who lost them. */
export function TakeFactors({ user: { id, name, is_active } }: { user: Account }) {
  const status = useRef<HTMLParagraphElement>(null)
  const take = useTakeFactors(id)
  const link = take.data?.link
  const outcome = link ? texts.takenWithLink : take.data?.has_password ? texts.taken : texts.takenWhileInactive

  async function confirmAndTake() {
    const text = is_active ? texts.takeText : texts.takeTextWhileInactive
    if (!(await confirm({ title: texts.takeTitle(name), text, action: texts.takeAction, danger: true }))) return
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
        {take.isSuccess && outcome(name)}
      </p>
      {/* for somebody who is left without a way in */}
      {link && <HandedLink link={link} />}
      {!take.isSuccess && (
        <Button size="s" variant="danger" busy={take.isPending} onClick={() => void confirmAndTake()}>
          {texts.take}
        </Button>
      )}
    </>
  )
}
