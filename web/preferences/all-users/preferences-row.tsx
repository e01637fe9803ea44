import { memo } from 'react'
import { type PreferenceName, preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'
import { messageOf } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox, Switch } from '../../ui/controls/choice.tsx'
import { cx } from '../../ui/cx.ts'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { useToggle } from './api.ts'
import css from './preferences-table.module.css'
import { texts } from './texts.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  user: UserPreferences
  isSelected: boolean
  onSelect: Selection['select']
  onUpdated: () => void
}

/** One user; memoized, and rendered again only if something of theirs changes. */
export const UserPreferencesRow = memo(function UserPreferencesRow({ user, isSelected, onSelect, onUpdated }: Props) {
  const { id, name, email, role, is_active, preferences } = user
  const toast = useToast()
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
