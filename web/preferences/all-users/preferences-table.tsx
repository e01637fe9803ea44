import { useState } from 'react'
import { preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useNearViewport } from '../../ui/lists/use-near-viewport.ts'
import { UserPreferencesRow } from './preferences-row.tsx'
import css from './preferences-table.module.css'
import { texts } from './texts.ts'
import type { Selection } from './use-selection.ts'

/** Rendering thousands of rows at once would take seconds. */
const rowsPerStep = 60

interface Props {
  users: UserPreferences[]
  selection: Selection
  onUpdated: () => void
}

/** A row per user with four switches; more rows are added near the end. On phones they are cards. */
export function UserPreferencesTable({ users, selection, onUpdated }: Props) {
  const [visibleCount, setVisibleCount] = useState(rowsPerStep)
  const more = () => setVisibleCount((before) => before + rowsPerStep)
  const end = useNearViewport(more)
  return (
    <div className="contained">
      <table className={`small tight ${css.table}`}>
        <caption>
          <span className="visually-hidden">{texts.title}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{texts.selection}</span>
            </th>
            <th scope="col">{texts.person}</th>
            {preferenceNames.map((name) => (
              <th key={name} scope="col" className={css.head}>
                {texts.names[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.slice(0, visibleCount).map((user) => (
            <UserPreferencesRow
              key={user.id}
              user={user}
              isSelected={selection.selected.has(user.id)}
              onSelect={selection.select}
              onUpdated={onUpdated}
            />
          ))}
        </tbody>
      </table>
      {visibleCount < users.length && (
        // a new element after each step: the observer reports an end that stays visible only once
        <div key={visibleCount} ref={end} className={css.more}>
          <Button onClick={more}>{texts.more}</Button>
        </div>
      )}
    </div>
  )
}
