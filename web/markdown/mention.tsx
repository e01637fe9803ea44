import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { useMember } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { lazyPart } from '../ui/lazy.ts'
import { toastAndClose } from '../ui/lazy-fallbacks.tsx'
import css from './markdown.module.css'
import type { PersonCardProps } from './person/person-card.tsx'
import { texts } from './texts.ts'

const PersonCard = lazyPart<PersonCardProps>(
  () => import('./person/person-card.tsx'),
  toastAndClose(texts.cardUnavailable),
)

interface Props {
  /** The person's id. */
  target: string
  /** The name, without `@`. */
  label: string
}

/** A mentioned person; members open a card of that person, or, in another tab, what the person has written. */
export function Mention({ target, label }: Props) {
  const me = useMember()
  // mounted also when closed, so that the dialog can return the focus
  const [isOpen, setOpen] = useState<boolean>()
  const className = cx('strong undecorated', css.mention, me?.id === target && css.me)
  const name = <bdi>@{label}</bdi>
  if (!me) return <span className={className}>{name}</span>

  function open(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link to={placeOf.writings({ id: target })} aria-haspopup="dialog" className={className} onClick={open}>
        {name}
      </Link>
      {isOpen !== undefined && <PersonCard id={target} name={label} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
