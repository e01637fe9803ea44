import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import { FilterBar } from '../ui/lists/search-field.tsx'
import type { AuditFilter } from './api.ts'
import css from './audit.module.css'
import { texts } from './texts.ts'

interface Props {
  filter: AuditFilter
  onChange: (changes: { kind?: string; q?: string }) => void
  isBusy: boolean
  button: Ref<HTMLButtonElement>
  onRefresh: () => void
  children: ReactNode
}

export function AuditFilters({ filter, onChange, isBusy, button, onRefresh, children }: Props) {
  return (
    <FilterBar texts={texts} q={filter.q} onSearch={(q) => onChange({ q })} className={css.filters}>
      <SelectField
        label={texts.kind}
        value={filter.kind ?? ''}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        <option value="">{texts.all}</option>
        <option value="sign_in">{texts.signIns}</option>
        <option value="admin">{texts.admin}</option>
        <optgroup label={texts.parts}>
          <option value="accounts">{texts.accounts}</option>
          <option value="categories">{texts.categories}</option>
          <option value="content">{texts.content}</option>
          <option value="mail">{texts.mail}</option>
          <option value="server">{texts.server}</option>
        </optgroup>
      </SelectField>
      <Button ref={button} icon="again" busy={isBusy} onClick={onRefresh}>
        {texts.refresh}
      </Button>
      <p role="status" className={css.status}>
        {children}
      </p>
    </FilterBar>
  )
}
