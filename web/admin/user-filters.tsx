import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Role } from '../../contract/users.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { texts } from './texts.ts'
import type { UserFilter, useUserFilter } from './use-user-filter.ts'
import css from './user-filters.module.css'

/** Milliseconds without a key after which what was typed is asked for. */
const pause = 250

interface Props {
  filter: UserFilter
  onChange: ReturnType<typeof useUserFilter>['change']
}

/** What to look for among the accounts. */
export function UserFilters({ filter, onChange }: Props) {
  return (
    <search className={css.filters} aria-label={texts.filters}>
      <SearchField q={filter.q ?? ''} onSearch={(q) => onChange({ q })} />
      <SelectField
        label={texts.role}
        value={filter.role ?? ''}
        onChange={({ target }) => onChange({ role: target.value as UserFilter['role'] })}
      >
        <option value="">{texts.allRoles}</option>
        {Role.options.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </SelectField>
      <SelectField
        label={texts.status}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: target.value as UserFilter['status'] })}
      >
        <option value="">{texts.allStatuses}</option>
        <option value="active">{texts.active}</option>
        <option value="inactive">{texts.inactive}</option>
      </SelectField>
    </search>
  )
}

/** Its words are asked for when the typing pauses; when the address changes otherwise, the field follows. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  const [before, setBefore] = useState(q)
  const [asked, setAsked] = useState(q)
  const settled = useSettled(typed, pause)
  const search = useEffectEvent((words: string) => {
    if (words === asked || words !== typed) return
    setAsked(words)
    onSearch(words)
  })
  useEffect(() => search(settled), [settled])
  if (q !== before) {
    setBefore(q)
    if (q !== asked) {
      setAsked(q)
      setTyped(q)
    }
  }
  return (
    <TextField
      label={texts.search}
      type="search"
      className={css.search}
      value={typed}
      maxLength={limits.search}
      placeholder={texts.searchHint}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
