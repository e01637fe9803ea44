import { useId, useRef } from 'react'
import type { Session } from '../../contract/auth.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { When } from '../ui/when.tsx'
import { useEndSession } from './api.ts'
import css from './sessions.module.css'
import { texts } from './texts.ts'

/** A browser one is signed in with; this one is ended by signing out, in the header. */
export function SessionItem({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const name = useId()
  const item = useRef<HTMLLIElement>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const end = useEndSession()
  const device = session.device ?? texts.unknownDevice

  async function endIt() {
    const question = { title: texts.endTitle(device), text: texts.endText, action: texts.endAction, danger: true }
    if (!(await confirm(question))) return
    const place = item.current
    try {
      await end.mutateAsync(session)
      toast.success(texts.ended(device))
      if (wasHere(place)) onEnded()
    } catch (error) {
      toast.error(messageOf(error, texts.endFailed))
    }
  }

  return (
    <li ref={item} className={css.session} tabIndex={-1}>
      <div className={css.about}>
        <p className={css.device}>
          <span id={name}>{device}</span>
          {session.is_current && <Badge tone="good">{texts.thisSession}</Badge>}
        </p>
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
            <dt>{texts.address}</dt>
            <dd>{session.address ?? texts.unknownAddress}</dd>
          </div>
        </dl>
      </div>
      {!session.is_current && (
        <Button size="s" aria-describedby={name} busy={end.isPending} onClick={() => void endIt()}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
