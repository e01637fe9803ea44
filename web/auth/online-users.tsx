import { useMember } from '../api/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Popover } from '../ui/popover.tsx'
import { Seal } from '../ui/seal.tsx'
import { useOnlineUpdates, useOnlineUsers } from './api.ts'
import css from './online-users.module.css'
import { texts } from './texts.ts'

/**
 * Who is here now: the count in the header, the names below it; nothing until it is known. `isCounted`: whether one is
 * oneself.
 */
export function OnlineUsers({ isCounted }: { isCounted: boolean }) {
  const me = useMember()
  useOnlineUpdates()
  const { data: users } = useOnlineUsers(isCounted)
  if (!users) return null
  return (
    <Popover
      title={texts.onlineUsers}
      button={
        <span className={css.count}>
          <span className={css.lamp} aria-hidden="true" />
          {users.length} <span className={css.word}>{texts.online}</span>
        </span>
      }
    >
      {users.length === 0 ? (
        <p>{texts.nobodyOnline}</p>
      ) : (
        <ul className={css.list}>
          {users.map((user) => (
            <li key={user.id}>
              <Seal name={user.name} size={28} />
              <bdi>{user.name}</bdi>
              {user.id === me?.id && <span className={css.you}>{texts.you}</span>}
              {user.role === 'admin' && <Badge tone="admin">{texts.admin}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
