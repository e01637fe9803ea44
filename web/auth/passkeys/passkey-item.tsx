import { useId, useRef } from 'react'
import type { Passkey } from '../../../contract/auth/passkeys.ts'
import { messageOf } from '../../api/call.ts'
import { ActionItem } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { When } from '../../ui/format/when.tsx'
import { hadFocus } from '../../ui/page/had-focus.ts'
import { useRemovePasskey } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  passkey: Passkey
  onRename: () => void
  onRemoved: () => void
}

export function PasskeyItem({ passkey, onRename, onRemoved }: Props) {
  const { id, name, created_at, last_used_at, is_synced } = passkey
  const nameId = useId()
  const item = useRef<HTMLLIElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useRemovePasskey()

  async function confirmAndRemove() {
    const question = {
      title: texts.removeTitle(name),
      text: texts.removeText,
      action: texts.removeAction,
      danger: true,
    }
    if (!(await confirm(question))) return
    const element = item.current
    try {
      await remove.mutateAsync(id)
      toast.success(texts.removed(name))
      if (hadFocus(element)) onRemoved()
    } catch (error) {
      toast.error(messageOf(error, texts.removeFailed))
    }
  }

  return (
    <ActionItem
      ref={item}
      name={name}
      nameId={nameId}
      badge={is_synced && <Badge>{texts.synced}</Badge>}
      about={
        <>
          {texts.added}: <When at={created_at} /> ·{' '}
          {last_used_at ? (
            <>
              {texts.lastUsed}: <When at={last_used_at} />
            </>
          ) : (
            texts.unused
          )}
        </>
      }
      actions={
        <>
          <Button size="s" aria-haspopup="dialog" aria-describedby={nameId} onClick={onRename}>
            {texts.rename}
          </Button>
          <Button
            size="s"
            variant="danger"
            aria-haspopup="dialog"
            aria-describedby={nameId}
            busy={remove.isPending}
            onClick={() => void confirmAndRemove()}
          >
            {texts.remove}
          </Button>
        </>
      }
    />
  )
}
