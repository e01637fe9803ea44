import { useLayoutEffect, useRef } from 'react'
import type { Account } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { RemoveButton } from '../ui/lists/remove-button.tsx'
import { hadFocus } from '../ui/page/focus.ts'
import { useDeleteUser, useUpdateUser } from './api.ts'
import { loadDeletionOutcome } from './deletion-outcome.tsx'
import { texts } from './texts.ts'
import css from './users.module.css'

interface Props {
  user: Account
  /** True for the own account, which can't be deactivated or deleted. */
  isOwn: boolean
  describedBy: string
  onEdit: (user: Account) => void
  /** The row that had the focus was removed: deleted, or filtered out after a change. */
  onRowRemoved: () => void
}

/** Time within which the list is reloaded after a change of an account. */
const reloadWindowMs = 10_000

export function UserActions({ user, isOwn, describedBy, onEdit, onRowRemoved }: Props) {
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const actions = useRef<HTMLDivElement>(null)
  const toggledAt = useRef<number>(undefined)

  // A deactivated account leaves a list of active ones as soon as the list is reloaded.
  useLayoutEffect(() => {
    const row = actions.current
    return () => {
      const isByToggle = toggledAt.current !== undefined && performance.now() - toggledAt.current < reloadWindowMs
      const isLost = isByToggle ? hadFocus(row) : row?.contains(document.activeElement)
      // after React has finished, which restores the focus itself
      if (isLost) queueMicrotask(onRowRemoved)
    }
  }, [onRowRemoved])

  async function toggleStatus() {
    const question = {
      title: texts.deactivateTitle(user.name),
      text: texts.deactivateText,
      action: texts.deactivateAction,
      danger: true,
    }
    if (user.is_active && !(await confirm(question))) return
    toggledAt.current = performance.now()
    try {
      // sent instead of toggled: if two admins deactivate an account at once, the second one would activate it again
      const { name, is_active } = await update.mutateAsync({ user, changes: { is_active: !user.is_active } })
      toggledAt.current = performance.now()
      toast.success(is_active ? texts.userActivated(name) : texts.userDeactivated(name))
    } catch (error) {
      toggledAt.current = undefined
      toast.error(messageOf(error, texts.toggleFailed))
    }
  }

  const questionBeforeDeleting = async () => ({
    title: texts.deleteTitle(user.name),
    text: texts.deleteText,
    detail: await loadDeletionOutcome(user.id),
    action: texts.deleteAction,
  })

  return (
    <div ref={actions} className={css.actions}>
      <Button size="s" variant="quiet" aria-describedby={describedBy} onClick={() => onEdit(user)}>
        {texts.edit}
      </Button>
      {!isOwn && (
        <>
          <Button
            size="s"
            variant="quiet"
            aria-describedby={describedBy}
            busy={update.isPending}
            onClick={() => void toggleStatus()}
          >
            {user.is_active ? texts.deactivate : texts.activate}
          </Button>
          <RemoveButton
            className={css.delete}
            describedBy={describedBy}
            question={questionBeforeDeleting}
            remove={() => remove.mutateAsync(user)}
            removed={() => texts.userDeleted(user.name)}
            failed={texts.deleteFailed}
            onRemoved={onRowRemoved}
          >
            {texts.delete}
          </RemoveButton>
        </>
      )}
    </div>
  )
}
