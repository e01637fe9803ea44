import { Badge } from '../ui/badge.tsx'
import { Seal } from '../ui/seal.tsx'
import css from './greeting.module.css'

/** 'Bienvenida/o, Ana (Admin)', set in two lines beside the member's seal. */
export function Greeting({ name, admin }: { name: string; admin?: boolean }) {
  return (
    <div className={css.greeting}>
      <Seal name={name} size={38} />
      <p className={css.words} title={name}>
        <span className={css.hello}>Bienvenida/o, </span>
        <span className={css.name}>{name}</span> {admin && <Badge tone="admin">(Admin)</Badge>}
      </p>
    </div>
  )
}
