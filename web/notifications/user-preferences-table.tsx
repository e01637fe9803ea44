import { useState } from 'react'
import { preferenceNames, type UserPreferences } from '../../contract/notifications.ts'
import { Button } from '../ui/button.tsx'
import { useOnNear } from '../ui/use-near.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { UserPreferencesRow } from './user-preferences-row.tsx'
import type { Selection } from './user-preferences-selection.ts'
import css from './user-preferences-table.module.css'
import { texts } from './user-preferences-texts.ts'

/** Rows that are drawn at a time; thousands at once would be seconds. */
const step = 60

interface Props {
  users: UserPreferences[]
  selection: Selection
  onUpdated: () => void
}

/** A row for each, four switches in it; more are drawn as one comes near the end. On phones they are cards. */
export function UserPreferencesTable({ users, selection, onUpdated }: Props) {
  const [drawn, setDrawn] = useState(step)
  const more = () => setDrawn((before) => before + step)
  const end = useOnNear(more)
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{texts.title}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{texts.selection}</VisuallyHidden>
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
          {users.slice(0, drawn).map((user) => (
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
      {drawn < users.length && (
        // anew after each step, so that it is looked at again whether it is near
        <div key={drawn} ref={end} className={css.more}>
          <Button onClick={more}>{texts.more}</Button>
        </div>
      )}
    </div>
  )
}
