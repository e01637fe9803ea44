import { memo } from 'react'
import type { UserPreferences } from '../../../contract/preferences.ts'
import css from './all-users.module.css'
import { totalsOf } from './preferences-state.ts'
import { texts } from './texts.ts'

export const PreferencesTotals = memo(function Totals({ users }: { users: UserPreferences[] }) {
  const inactive = users.filter(({ is_active }) => !is_active).length
  return (
    <section aria-label={texts.totals}>
      <ul className={css.totals}>
        {totalsOf(users).map(({ name, count }) => (
          <li key={name} className={css.total}>
            <span className={css.name}>{texts.names[name]}</span>
            <span className="muted small tight">{texts.hints[name]}</span>
            <span className={`above-2 muted small tight ${css.count}`}>
              <strong>{count}</strong> {texts.ofAll(users.length)}
              {texts.ofThemInactive(inactive)}
            </span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / users.length}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
})
