import { useId } from 'react'
import type { Session } from '../../../contract/auth.ts'
import { ActionItem } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { useRemoval } from '../../ui/lists/use-removal.ts'
import css from '../auth.module.css'
import { useEndSession } from './api.ts'
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
  const [item, removeAfter] = useRemoval<HTMLLIElement>(onEnded)
  const end = useEndSession(userId)
  const device = session.device ?? texts.unknownDevice

  const confirmAndEnd = () =>
    removeAfter({
      question: { title: texts.endTitle(device), text: texts.endText, action: texts.endAction },
      remove: () => end.mutateAsync(session),
      removed: () => texts.ended(device),
      failed: texts.endFailed,
    })

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
