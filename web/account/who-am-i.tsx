import { useMember } from '../api/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Seal } from '../ui/seal.tsx'
import { When } from '../ui/when.tsx'
import { texts } from './texts.ts'
import css from './who-am-i.module.css'

/** As whom one is known here. */
export function WhoAmI() {
  const me = useMember()
  if (!me) return null
  return (
    <div className={css.me}>
      <Seal name={me.name} picture={me.avatar_url} size={72} className={css.seal} />
      <div className={css.words}>
        <p className={css.name}>
          <span>{me.name}</span>
          {me.role === 'admin' ? <Badge tone="admin">{texts.admin}</Badge> : <Badge>{texts.member}</Badge>}
        </p>
        <p className={css.fact}>{me.email}</p>
        <p className={css.fact}>
          {texts.accountSince} <When at={me.created_at} />
        </p>
      </div>
    </div>
  )
}
