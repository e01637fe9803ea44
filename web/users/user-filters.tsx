import { Role } from '../../contract/users.ts'
import { SelectField } from '../ui/controls/select-field.tsx'
import { FilterBar } from '../ui/lists/search-field.tsx'
import { texts } from './texts.ts'
import type { UserFilter, useUserFilter } from './use-user-filter.ts'
import css from './users.module.css'

interface Props {
  filter: UserFilter
  onChange: ReturnType<typeof useUserFilter>['change']
}

export function UserFilters({ filter, onChange }: Props) {
  return (
    <FilterBar texts={texts} q={filter.q} onSearch={(q) => onChange({ q })} className={css.filters}>
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
      <SelectField
        label={texts.secondFactor}
        value={filter.second_factor ?? ''}
        onChange={({ target }) => onChange({ second_factor: target.value as UserFilter['second_factor'] })}
      >
        <option value="">{texts.allFactors}</option>
        <option value="with">{texts.withFactor}</option>
        <option value="without">{texts.withoutFactor}</option>
      </SelectField>
    </FilterBar>
  )
}
