import { userSorts } from '../../contract/users.ts'
import { SelectField } from '../ui/controls/select-field.tsx'
import { texts } from './texts.ts'
import { sortingOf, type UserFilter, type useUserFilter } from './use-user-filter.ts'
import css from './users.module.css'

interface Props {
  filter: UserFilter
  onChange: ReturnType<typeof useUserFilter>['change']
}

/** The sort order as a select, for cards: they have no column heads. */
export function UserOrder({ filter, onChange }: Props) {
  const { by, direction } = sortingOf(filter)
  return (
    <SelectField
      label={texts.sortBy}
      hideLabel
      className={css.order}
      value={`${by} ${direction}`}
      onChange={({ target }) => {
        const [sort, direction] = target.value.split(' ')
        onChange({ sort, direction } as UserFilter)
      }}
    >
      {userSorts.flatMap((sort) => [
        <option key={`${sort} asc`} value={`${sort} asc`}>
          {texts.sortedBy(sort, 'asc')}
        </option>,
        <option key={`${sort} desc`} value={`${sort} desc`}>
          {texts.sortedBy(sort, 'desc')}
        </option>,
      ])}
    </SelectField>
  )
}
