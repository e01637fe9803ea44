import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { placeOf } from '../../../contract/content/places.ts'
import { users } from '../../../contract/users.ts'
import { personKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { useMember } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import { mentionWriters } from './mention-writers.ts'

export interface PersonCardProps {
  id: string
  name: string
  open: boolean
  onClose: () => void
}

/** A mentioned person: the picture, a mention where one can write, and what the person has written. */
export default function PersonCard({ id, name, open, onClose }: PersonCardProps) {
  const { data } = useQuery(readQuery(users.read, personKey(id), { params: { id } }))
  const isOneself = useMember()?.id === id
  const write = useStore(mentionWriters).at(-1)
  /** The focus goes to the field or to the opened page. */
  const next = useRef<() => void>(null)

  function leave(then: () => void) {
    next.current = then
    onClose()
  }

  return (
    <Dialog
      title={<bdi>{name}</bdi>}
      width="s"
      open={open}
      onClose={onClose}
      finalFocus={() => next.current === null}
      onClosed={() => {
        next.current?.()
        next.current = null
      }}
    >
      <div className="row wrap gap-4">
        <Avatar name={name} picture={data?.avatar_url} size={96} />
        <div className={css.actions}>
          {write && !isOneself && data?.can_be_mentioned !== false && (
            <Button icon="quill" onClick={() => leave(() => write({ id, name }))}>
              {texts.mention}
            </Button>
          )}
          <LinkButton icon="search" to={placeOf.writings({ id })} onClick={() => leave(() => {})}>
            {texts.written}
          </LinkButton>
        </div>
      </div>
    </Dialog>
  )
}
