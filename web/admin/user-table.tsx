import { Fragment, useMemo } from 'react'
import type { UserSort } from '../../contract/auth.ts'
import type { User } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { sayDaysAgo } from '../ui/dates.ts'
import { Seal } from '../ui/seal.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { When } from '../ui/when.tsx'
import { texts } from './texts.ts'
import type { Sorting } from './use-user-filter.ts'
import { UserActions } from './user-actions.tsx'
import css from './user-table.module.css'

interface Props {
  users: User[]
  sorting: Sorting
  onSort: (by: UserSort) => void
  onEdit: (user: User) => void
  /** The row with the focus in it is gone. */
  onGone: () => void
}

/** What names a row, for the buttons in it. */
const nameId = (user: User) => `user-${user.id}`

const columnsFor = (myId: string | undefined, onEdit: Props['onEdit'], onGone: () => void): Column<User>[] => [
  {
    head: texts.avatar,
    headContent: texts.avatar,
    hideHead: true,
    lead: true,
    cell: (user) => <Seal name={user.name} picture={user.avatar_url} size={36} />,
  },
  {
    head: texts.name,
    sort: 'name',
    rowHead: true,
    cell: (user) => (
      <span className={css.name}>
        <bdi id={nameId(user)}>{user.name}</bdi>
        {user.id === myId && <span className={css.you}> {texts.you}</span>}
      </span>
    ),
  },
  { head: texts.email, sort: 'email', cell: (user) => <Email email={user.email} /> },
  { head: texts.phone, isEmpty: ({ phone }) => !phone, cell: (user) => <Phone phone={user.phone} /> },
  {
    head: texts.role,
    sort: 'role',
    tag: true,
    cell: (user) => <Badge tone={user.role === 'admin' ? 'admin' : 'neutral'}>{user.role}</Badge>,
  },
  {
    head: texts.status,
    sort: 'status',
    tag: true,
    cell: (user) => (
      <Badge tone={user.is_active ? 'good' : 'draft'}>{user.is_active ? texts.active : texts.inactive}</Badge>
    ),
  },
  { head: texts.created, sort: 'created', cell: (user) => <When at={user.created_at} say={sayDaysAgo} /> },
  {
    head: texts.actions,
    actions: true,
    cell: (user) => (
      <UserActions user={user} isOwn={user.id === myId} describedBy={nameId(user)} onEdit={onEdit} onGone={onGone} />
    ),
  },
]

const userClass = () => css.user
const keyOf = (user: User) => user.id || user.name

/** The accounts as a table, on phones as cards. Of a member's picture nothing foreign is loaded. */
export function UserTable({ users, sorting, onSort, onEdit, onGone }: Props) {
  const myId = useMember()?.id
  // the same columns each time, so that of 2,000 rows only those are drawn again that are others
  const columns = useMemo(() => columnsFor(myId, onEdit, onGone), [myId, onEdit, onGone])
  return (
    <DataTable
      caption={texts.users}
      columns={columns}
      rows={users}
      rowKey={keyOf}
      rowClassName={userClass}
      sorting={sorting}
      onSort={(by) => onSort(by as UserSort)}
    />
  )
}

/** Breaks, where it has to, before the @ and the dots. */
function Email({ email }: { email: string }) {
  return (
    <span className={css.email}>
      {email.split(/(?=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

function Phone({ phone }: { phone: string | null }) {
  if (phone) return <span className={css.phone}>{phone}</span>
  return (
    <>
      <span aria-hidden="true">{texts.none}</span>
      <VisuallyHidden>{texts.noPhone}</VisuallyHidden>
    </>
  )
}
