import { useMember } from '../api/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { When } from '../ui/format/when.tsx'
import css from './account-summary.module.css'
import { texts } from './texts.ts'

export function AccountSummary() {
  const me = useMember()
  if (!me) return null
  return (
    <div className={css.summary}>
      <Avatar name={me.name} picture={me.avatar_url} size={72} className={css.avatar} />
      <div className={css.text}>
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
