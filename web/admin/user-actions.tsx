import { useLayoutEffect, useRef } from 'react'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { useDeleteUser, useToggleUserStatus } from './api.ts'
import { texts } from './texts.ts'
import css from './user-actions.module.css'

interface Props {
  user: User
  /** Nobody deactivates or deletes themselves. */
  isOwn: boolean
  /** The element with the account's name. */
  describedBy: string
  onEdit: (user: User) => void
  /** The row with the focus in it is gone: deleted, or no longer among those that are looked for. */
  onGone: () => void
}

/** Milliseconds in which the list is there again after an account in it was changed. */
const loadedWithin = 10_000

/** What can be done with one account. */
export function UserActions({ user, isOwn, describedBy, onEdit, onGone }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const toggle = useToggleUserStatus()
  const remove = useDeleteUser()
  const place = useRef<HTMLDivElement>(null)
  const toggledAt = useRef<number>(undefined)

  // an account that is deactivated leaves a list of the active ones as soon as that is loaded again
  useLayoutEffect(() => {
    const row = place.current
    return () => {
      const isByToggle = toggledAt.current !== undefined && performance.now() - toggledAt.current < loadedWithin
      const isLost = isByToggle ? wasHere(row) : row?.contains(document.activeElement)
      // once React is done, which puts the focus back where it was before
      if (isLost) queueMicrotask(onGone)
    }
  }, [onGone])

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
      const { name, is_active } = await toggle.mutateAsync(user)
      toggledAt.current = performance.now()
      toast.success(is_active ? texts.userActivated(name) : texts.userDeactivated(name))
    } catch (error) {
      toggledAt.current = undefined
      toast.error(messageOf(error, texts.toggleFailed))
    }
  }

  async function deleteIt() {
    const question = {
      title: texts.deleteTitle(user.name),
      text: texts.deleteText,
      action: texts.deleteAction,
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync(user)
      toast.success(texts.userDeleted(user.name))
      if (wasHere(place.current)) onGone()
    } catch (error) {
      toast.error(messageOf(error, texts.deleteFailed))
    }
  }

  return (
    <div ref={place} className={css.actions}>
      <Button size="s" variant="quiet" aria-describedby={describedBy} onClick={() => onEdit(user)}>
        {texts.edit}
      </Button>
      {!isOwn && (
        <>
          <Button
            size="s"
            variant="quiet"
            aria-describedby={describedBy}
            busy={toggle.isPending}
            onClick={() => void toggleStatus()}
          >
            {user.is_active ? texts.deactivate : texts.activate}
          </Button>
          <Button
            size="s"
            variant="danger"
            className={css.delete}
            aria-describedby={describedBy}
            busy={remove.isPending}
            onClick={() => void deleteIt()}
          >
            {texts.delete}
          </Button>
        </>
      )}
    </div>
  )
}
