import { type ComponentProps, useRef, useState } from 'react'
import { messageOf } from '../../api/call.ts'
import { Button } from '../controls/button.tsx'
import { confirm } from '../dialogs/confirm.tsx'
import type { ConfirmOptions } from '../dialogs/confirm-dialog.tsx'
import { toast } from '../dialogs/toast.ts'
import { hadFocus } from '../page/focus.ts'

type Question = Omit<ConfirmOptions, 'danger'>

interface Props<Result>
  extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className' | 'aria-haspopup'> {
  /** Id of the item's name. */
  describedBy?: string
  /** A function loads its details first. */
  question?: Question | (() => Promise<Question>)
  remove: () => Promise<Result>
  removed: (result: Result) => string
  /** Text of the toast of an error, or a handler of the error. */
  failed: string | ((error: unknown) => void)
  /** Moves the focus that was in the removed item: the card, row or entry of the button. */
  onRemoved: (item: Element | null) => void
  children: string
}

/** Removes its own item of a list, or ends all sessions of one, after a confirmation. */
export function RemoveButton<Result>(props: Props<Result>) {
  const { describedBy, question, remove, removed, failed, onRemoved, size = 's', variant = 'danger', ...button } = props
  const ref = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)

  function busyWith<T>(work: Promise<T>) {
    setBusy(true)
    return work.finally(() => setBusy(false))
  }

  async function askAndRemove() {
    const asked = typeof question === 'function' ? await busyWith(question()) : question
    if (asked && !(await confirm({ ...asked, danger: true }))) return
    const item = ref.current?.closest('article, li, tr') ?? ref.current
    try {
      toast.success(removed(await busyWith(remove())))
      if (hadFocus(item)) onRemoved(item)
    } catch (error) {
      if (typeof failed === 'string') toast.error(messageOf(error, failed))
      else failed(error)
    }
  }

  return (
    <Button
      {...button}
      ref={ref}
      size={size}
      variant={variant}
      aria-describedby={describedBy}
      busy={isBusy}
      onClick={() => void askAndRemove()}
    />
  )
}
