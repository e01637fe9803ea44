import { useMember } from '../api/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Popover } from '../ui/dialogs/popover.tsx'
import { useHasReported, useOnlineUpdates, useOnlineUsers } from './api.ts'
import css from './online-users.module.css'
import { texts } from './texts.ts'

/** Members online: the count in the header, the names below it; nothing until it is known. */
export function OnlineUsers() {
  const me = useMember()
  useOnlineUpdates()
  const { data: users } = useOnlineUsers(useHasReported())
  if (!users) return null
  return (
    <Popover
      title={texts.onlineUsers}
      className={css.online}
      button={
        <span className={css.count}>
          <span className={`row gap-2 tabular ${css.number}`}>{users.length}</span> <span>{texts.online}</span>
        </span>
      }
    >
      {users.length === 0 ? (
        <p>{texts.nobodyOnline}</p>
      ) : (
        <ul className={css.list}>
          {users.map((user) => (
            <li key={user.id} className="row gap-2 breaks">
              <Avatar name={user.name} size={28} />
              <bdi>{user.name}</bdi>
              {user.id === me?.id && <span className="muted">{texts.you}</span>}
              {user.role === 'admin' && <Badge tone="admin">{texts.admin}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
