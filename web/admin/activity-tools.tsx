import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { texts } from './activity-texts.ts'
import css from './activity-tools.module.css'
import { SearchField } from './search-field.tsx'
import type { ActivityFilter } from './use-activity-filter.ts'

interface Props {
  filter: ActivityFilter
  onChange: (changes: { kind?: string; q?: string }) => void
  isBusy: boolean
  button: Ref<HTMLButtonElement>
  onRefresh: () => void
  /** What came of it, read out when it changes. */
  children: ReactNode
}

/** What to look for in the activity, and looking again. */
export function ActivityTools({ filter, onChange, isBusy, button, onRefresh, children }: Props) {
  return (
    <search className={css.tools} aria-label={texts.filters}>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        q={filter.q ?? ''}
        onSearch={(q) => onChange({ q })}
      />
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
        </optgroup>
      </SelectField>
      <Button ref={button} icon="again" busy={isBusy} onClick={onRefresh}>
        {texts.refresh}
      </Button>
      <p role="status" className={css.status}>
        {children}
      </p>
    </search>
  )
}
