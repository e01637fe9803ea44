import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'
import css from './header.module.css'

/** 'Bienvenida/o, Ana (Admin)', in two lines next to the member's avatar. */
export function Greeting({ name, admin }: { name: string; admin: boolean }) {
  return (
    <div className={cx('row gap-2 shrinks', admin && css.admin)}>
      <Avatar name={name} size={38} />
      <p className={css.text} title={name}>
        <span className="whole-row muted tiny one-line">Bienvenida/o, </span>
        <span className={css.name}>{name}</span> {admin && <Badge tone="admin">(Admin)</Badge>}
      </p>
    </div>
  )
}
