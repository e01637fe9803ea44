import { useLive } from '../api/live.ts'
import { useMember } from '../api/session.ts'
import { useOnlineUsers } from '../presence/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import css from './chat-page.module.css'
import { texts } from './texts.ts'
import { useDelayedFlag } from './use-delayed-flag.ts'

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
            {id === me?.id && <span className="muted">{texts.you}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const connectTimeoutMs = 2500

export function ConnectionIndicator() {
  const live = useLive()
  const isConnecting = live === 'connecting' || live === 'off'
  const isLate = useDelayedFlag(isConnecting, connectTimeoutMs)
  const isKnown = !isConnecting || isLate
  return (
    <p role="status" className={css.indicator} data-live={live}>
      {isKnown && (
        <>
          <span className={css.dot} aria-hidden="true" />
          {live === 'connected' ? texts.connected : texts.disconnected}
        </>
      )}
    </p>
  )
}
