import { useId } from 'react'
import type { Passkey } from '../../../contract/auth/passkeys.ts'
import { ActionItem } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { useRemoval } from '../../ui/lists/use-removal.ts'
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
  const [item, removeAfter] = useRemoval<HTMLLIElement>(onRemoved)
  const remove = useRemovePasskey()

  const confirmAndRemove = () =>
    removeAfter({
      question: { title: texts.removeTitle(name), text: texts.removeText, action: texts.removeAction },
      remove: () => remove.mutateAsync(id),
      removed: () => texts.removed(name),
      failed: texts.removeFailed,
    })

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
