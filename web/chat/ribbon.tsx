import { useMember } from '../api/session.ts'
import { useOnlineUsers } from '../auth/api.ts'
import { Seal } from '../ui/seal.tsx'
import css from './ribbon.module.css'
import { texts } from './texts.ts'

/** Who is here, by their seals; what the widget in the header knows. */
export function Ribbon() {
  const me = useMember()
  const { data: users = [] } = useOnlineUsers(false)
  return (
    <div className={css.band}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with many people it scrolls, and has to be within reach */}
      <ul className={css.ribbon} tabIndex={0} aria-label={texts.here}>
        {users.map(({ id, name }) => (
          <li key={id} className={css.person}>
            <Seal name={name} size={28} />
            <bdi className={css.name}>{name}</bdi>
            {id === me?.id && <span className={css.you}>{texts.you}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
