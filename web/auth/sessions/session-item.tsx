import { useId, useRef } from 'react'
import type { Session } from '../../../contract/auth.ts'
import { messageOf } from '../../api/call.ts'
import { ActionItem } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { When } from '../../ui/format/when.tsx'
import { hadFocus } from '../../ui/page/had-focus.ts'
import { useEndSession } from './api.ts'
import css from './sessions.module.css'
import { texts } from './texts.ts'

interface Props {
  session: Session
  /** Its person, if it is somebody else. */
  userId?: string | undefined
  onEnded: () => void
}

/** One session; the current one is ended by the header's sign-out. */
export function SessionItem({ session, userId, onEnded }: Props) {
  const name = useId()
  const item = useRef<HTMLLIElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const end = useEndSession(userId)
  const device = session.device ?? texts.unknownDevice

  async function confirmAndEnd() {
    const question = { title: texts.endTitle(device), text: texts.endText, action: texts.endAction, danger: true }
    if (!(await confirm(question))) return
    const element = item.current
    try {
      await end.mutateAsync(session)
      toast.success(texts.ended(device))
      if (hadFocus(element)) onEnded()
    } catch (error) {
      toast.error(messageOf(error, texts.endFailed))
    }
  }

  return (
    <ActionItem
      ref={item}
      name={device}
      nameId={name}
      badge={session.is_current && <Badge tone="good">{texts.thisSession}</Badge>}
      about={
        <dl className={css.facts}>
          <div>
            <dt>{texts.lastSeen}</dt>
            <dd>{session.is_current ? texts.now : <When at={session.last_seen_at} />}</dd>
          </div>
          <div>
            <dt>{texts.since}</dt>
            <dd>
              <When at={session.created_at} />
            </dd>
          </div>
          <div>
            <dt>{texts.atBrowserEnd}</dt>
            <dd>{session.is_kept ? texts.goesOn : texts.ends}</dd>
          </div>
          <div>
            <dt>{texts.address}</dt>
            <dd>{session.address ?? texts.unknownAddress}</dd>
          </div>
        </dl>
      }
      actions={
        !session.is_current && (
          <Button size="s" aria-describedby={name} busy={end.isPending} onClick={() => void confirmAndEnd()}>
            {texts.end}
          </Button>
        )
      }
    />
  )
}
