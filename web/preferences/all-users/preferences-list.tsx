import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { type PreferenceName, preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { cx } from '../../ui/cx.ts'
import { matcherOf, searchable } from '../../ui/format/search-text.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import css from './all-users.module.css'
import { bulkId } from './bulk-panel.tsx'
import { type Selection, UserPreferencesTable } from './preferences-table.tsx'
import { texts } from './texts.ts'

interface Props {
  users: UserPreferences[]
  selection: Selection
  /** True if the bulk panel is on screen: no link to it is needed. */
  isPanelInView: boolean
  onUpdated: () => void
}

export function UserPreferencesList({ users, selection, isPanelInView, onUpdated }: Props) {
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const deferredFilter = useDeferredValue(filter)
  // normalized once instead of at every key press
  const index = useMemo(() => users.map((user) => ({ user, text: searchable(`${user.name} ${user.email}`) })), [users])
  const { order, choose, inOrder } = useSort(users)
  const found = inOrder(
    useMemo(() => {
      const matches = matcherOf(deferredFilter)
      return index.flatMap(({ user, text }) => (matches(text) ? [user] : []))
    }, [index, deferredFilter]),
  )
  const { selected, select } = selection
  const ids = found.map(({ id }) => id)
  const hiddenSelected = selected.size - ids.filter((id) => selected.has(id)).length

  function goToPanel() {
    const heading = document.getElementById(bulkId)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }

  return (
    <section aria-labelledby="users" className={css.list}>
      <SectionHead id="users" title={texts.users} />
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
          onChange={({ target }) => choose(target.value as SortOrder)}
        >
          {sortOrders.map((order) => (
            <option key={order} value={order}>
              {texts.orders[order]}
            </option>
          ))}
        </SelectField>
        <Button onClick={() => select(ids, true)}>{texts.selectAll}</Button>
        <Button onClick={() => select(ids, false)}>{texts.deselectAll}</Button>
      </div>
      <p role="status" className="muted small tabular">
        {texts.count(found.length, users.length)}
        {selected.size > 0 && ` · ${texts.selected(selected.size)}`}
        {hiddenSelected > 0 && ` (${texts.outside(hiddenSelected)})`}
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
          {texts.noMatch(deferredFilter.trim())}
        </EmptyState>
      )}
      {selected.size > 0 && (
        <div className={cx(css.selectionBar, isPanelInView && css.hidden)}>
          <span>{texts.selected(selected.size)}</span>
          <Button size="s" variant="primary" onClick={goToPanel}>
            {texts.toBulk}
          </Button>
        </div>
      )}
    </section>
  )
}

/** By name, by address, or those without one kind of mail first. */
const sortOrders = ['name', 'email', ...preferenceNames] as const
type SortOrder = (typeof sortOrders)[number]

const byEmail = new Intl.Collator('es').compare
const isSubscribed = ({ preferences }: UserPreferences, name: PreferenceName) => Number(preferences[name])

/** `users` are sorted by name; ties keep that order. */
function sortUsers(users: UserPreferences[], order: SortOrder) {
  if (order === 'name') return users
  if (order === 'email') return users.toSorted((a, b) => byEmail(a.email, b.email))
  return users.toSorted((a, b) => isSubscribed(a, order) - isSubscribed(b, order))
}

/** The order at the moment of its choice: turning a switch doesn't move its row. */
function useSort(users: UserPreferences[]) {
  const [chosen, setChosen] = useState<{ order: SortOrder; positions: ReadonlyMap<string, number> }>()
  const positionOf = ({ id }: UserPreferences) => chosen?.positions.get(id) ?? users.length
  return {
    order: chosen?.order ?? 'name',
    choose: (order: SortOrder) =>
      setChosen({ order, positions: new Map(sortUsers(users, order).map(({ id }, position) => [id, position])) }),
    inOrder: (some: UserPreferences[]) => (chosen ? some.toSorted((a, b) => positionOf(a) - positionOf(b)) : some),
  }
}
