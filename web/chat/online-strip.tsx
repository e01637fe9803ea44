import { useMember } from '../api/session.ts'
import { useOnlineUsers } from '../presence/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import css from './online-strip.module.css'
import { texts } from './texts.ts'

export function OnlineStrip() {
  const me = useMember()
  const { data: users = [] } = useOnlineUsers(false)
  return (
    <div className={css.strip}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <ul className={css.people} tabIndex={0} aria-label={texts.here}>
        {users.map(({ id, name }) => (
          <li key={id} className={css.person}>
            <Avatar name={name} size={28} />
            <bdi className={css.name}>{name}</bdi>
            {id === me?.id && <span className={css.you}>{texts.you}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
