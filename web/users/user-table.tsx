import { type ComponentProps, Fragment, useMemo } from 'react'
import type { DemandChange } from '../../contract/auth/factors.ts'
import type { Account } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { isDemandedOf } from '../auth/demand/describe-demand.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { type Column, DataTable } from '../ui/tables/data-table.tsx'
import { texts } from './texts.ts'
import { UserActions } from './user-actions.tsx'
import css from './users.module.css'

interface Props extends Pick<ComponentProps<typeof DataTable<Account>>, 'sorting' | 'onSort'> {
  users: Account[]
  demand: DemandChange | undefined
  onEdit: (user: Account) => void
  /** The row that had the focus was removed. */
  onRowRemoved: () => void
}

/** Id of the element that names a row, for its buttons' descriptions. */
const nameId = (user: Account) => `user-${user.id}`

const columnsFor = (
  myId: string | undefined,
  demand: DemandChange | undefined,
  onEdit: Props['onEdit'],
  onRowRemoved: () => void,
): Column<Account>[] => [
  {
    head: texts.avatar,
    lead: true,
    cell: (user) => <Avatar name={user.name} picture={user.avatar_url} size={36} />,
  },
  {
    head: texts.name,
    sort: 'name',
    rowHead: true,
    cell: (user) => (
      <span className={css.name}>
        <bdi id={nameId(user)}>{user.name}</bdi>
        {user.id === myId && <span className={`muted regular ${css.you}`}> {texts.you}</span>}
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
      <span className={css.tags}>
        <Badge tone={user.is_active ? 'good' : 'draft'}>{user.is_active ? texts.active : texts.inactive}</Badge>
        {user.is_active && user.has_second_factor === false && isDemandedOf(demand, user) && (
          <Badge>{texts.factorMissing}</Badge>
        )}
      </span>
    ),
  },
  {
    head: texts.created,
    sort: 'created',
    startsHighest: true,
    cell: (user) => <When at={user.created_at} format={formatDaysAgo} />,
  },
  {
    head: texts.actions,
    actions: true,
    cell: (user) => (
      <UserActions
        user={user}
        isOwn={user.id === myId}
        describedBy={nameId(user)}
        onEdit={onEdit}
        onRowRemoved={onRowRemoved}
      />
    ),
  },
]

const keyOf = (user: Account) => user.id || user.name

export function UserTable({ users, demand, sorting, onSort, onEdit, onRowRemoved }: Props) {
  const myId = useMember()?.id
  // Stable columns: of 2,000 rows only changed ones are rendered again.
  const columns = useMemo(() => columnsFor(myId, demand, onEdit, onRowRemoved), [myId, demand, onEdit, onRowRemoved])
  return (
    <DataTable
      caption={texts.users}
      columns={columns}
      rows={users}
      rowKey={keyOf}
      rowClass={css.user}
      sorting={sorting}
      onSort={onSort}
    />
  )
}

function Email({ email }: { email: string }) {
  return (
    <span className={css.email}>
      {email.split(/(?=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their position
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
      <span className="visually-hidden">{texts.noPhone}</span>
    </>
  )
}
