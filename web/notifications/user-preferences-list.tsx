import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { UserPreferences } from '../../contract/notifications.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { bulkId } from './bulk-panel.tsx'
import { type Order, orders, useOrder } from './use-user-preferences-order.ts'
import css from './user-preferences-list.module.css'
import type { Selection } from './user-preferences-selection.ts'
import { indexOf, matching } from './user-preferences-state.ts'
import { UserPreferencesTable } from './user-preferences-table.tsx'
import { texts } from './user-preferences-texts.ts'

interface Props {
  users: UserPreferences[]
  selection: Selection
  /** Whether there is nowhere to lead to: what is done to those selected is on the screen already. */
  isPanelInSight: boolean
  onUpdated: () => void
}

/** Everybody, or whoever is looked for, with what can be chosen for all of them. */
export function UserPreferencesList({ users, selection, isPanelInSight, onUpdated }: Props) {
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const settled = useDeferredValue(filter)
  const index = useMemo(() => indexOf(users), [users])
  const { order, choose, inOrder } = useOrder(users)
  const found = inOrder(useMemo(() => matching(index, settled), [index, settled]))
  const { selected, select } = selection
  const ids = found.map(({ id }) => id)
  const outside = selected.size - ids.filter((id) => selected.has(id)).length

  function goToPanel() {
    const heading = document.getElementById(bulkId)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }

  return (
    <section aria-labelledby="users" className={css.list}>
      <h2 id="users" className={css.heading}>
        {texts.users}
      </h2>
      <div className={css.tools}>
        <TextField
          ref={field}
          type="search"
          label={texts.filter}
          value={filter}
          autoComplete="off"
          className={css.filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <SelectField
          label={texts.sortBy}
          className={css.order}
          value={order}
          onChange={({ target }) => choose(target.value as Order)}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {texts.orders[order]}
            </option>
          ))}
        </SelectField>
        <Button onClick={() => select(ids, true)}>{texts.selectAll}</Button>
        <Button onClick={() => select(ids, false)}>{texts.deselectAll}</Button>
      </div>
      <p role="status" className={css.count}>
        {texts.count(found.length, users.length)}
        {selected.size > 0 && ` · ${texts.selected(selected.size)}`}
        {outside > 0 && ` (${texts.outside(outside)})`}
      </p>
      {found.length > 0 ? (
        <UserPreferencesTable users={found} selection={selection} onUpdated={onUpdated} />
      ) : (
        <EmptyState
          action={
            <Button
              onClick={() => {
                setFilter('')
                field.current?.focus()
              }}
            >
              {texts.clearFilter}
            </Button>
          }
        >
          {texts.noMatch(settled.trim())}
        </EmptyState>
      )}
      {selected.size > 0 && (
        <div className={cx(css.bar, isPanelInSight && css.needless)}>
          <span>{texts.selected(selected.size)}</span>
          <Button size="s" variant="primary" onClick={goToPanel}>
            {texts.toBulk}
          </Button>
        </div>
      )}
    </section>
  )
}
