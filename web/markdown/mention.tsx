import { Link } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { useMember } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import css from './mention.module.css'

interface Props {
  /** The person's id. */
  target: string
  /** The name, without `@`. */
  label: string
}

/** A mentioned person; for members a link to what that person has written. */
export function Mention({ target, label }: Props) {
  const me = useMember()
  const className = cx(css.mention, me?.id === target && css.me)
  const name = <bdi>@{label}</bdi>
  return me ? (
    <Link to={`${pages.search.path}?from=${target}`} className={className}>
      {name}
    </Link>
  ) : (
    <span className={className}>{name}</span>
  )
}
