import { memo, useState } from 'react'
import { type PreferenceName, preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'
import { messageOf } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox, Switch } from '../../ui/controls/choice.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useNearViewport } from '../../ui/lists/use-near-viewport.ts'
import { useToggle } from './api.ts'
import css from './preferences-table.module.css'
import { texts } from './texts.ts'

/** Rendering thousands of rows at once would take seconds. */
const rowsPerStep = 60

export interface Selection {
  selected: ReadonlySet<string>
  select: (ids: string[], isSelected: boolean) => void
}

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

interface RowProps {
  user: UserPreferences
  isSelected: boolean
  onSelect: Selection['select']
  onUpdated: () => void
}

/** One user; memoized, and rendered again only if something of theirs changes. */
const UserPreferencesRow = memo(function UserPreferencesRow({ user, isSelected, onSelect, onUpdated }: RowProps) {
  const { id, name, email, role, is_active, preferences } = user
  const { mutateAsync } = useToggle(id)

  async function toggle(preference: PreferenceName, value: boolean) {
    try {
      await mutateAsync({ id, name: preference, value })
      onUpdated()
    } catch (error) {
      toast.error(messageOf(error, texts.updateFailed))
    }
  }

  return (
    <tr className={cx(isSelected && css.selected, !is_active && css.inactive)}>
      <td className={css.choice}>
        <Checkbox
          hideLabel
          label={texts.select(name)}
          checked={isSelected}
          onCheckedChange={(checked) => onSelect([id], checked)}
        />
      </td>
      <th scope="row" className={`shrinks breaks ${css.person}`}>
        <bdi className={`strong ${css.name}`}>{name}</bdi>{' '}
        {role === 'admin' && <Badge tone="admin">{texts.isAdmin}</Badge>}{' '}
        {!is_active && <Badge tone="draft">{texts.inactive}</Badge>}
        <span className={css.email}>
          {email}
          {!is_active && ` · ${texts.inactiveHint}`}
        </span>
      </th>
      {preferenceNames.map((preference) => (
        <td key={preference} data-label={texts.names[preference]} className={css.toggle}>
          <Switch
            hideLabel
            label={`${texts.names[preference]}: ${name}`}
            checked={preferences[preference]}
            onCheckedChange={(value) => void toggle(preference, value)}
          />
        </td>
      ))}
    </tr>
  )
})
