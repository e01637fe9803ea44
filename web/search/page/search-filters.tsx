import { useId, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { isSearchDate, type SearchKind, searchKinds } from '../../../contract/search.ts'
import { CategorySelect } from '../../categories/category-select.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import type { SearchFilter } from '../search-filter.ts'
import { texts } from '../texts.ts'
import { AuthorFilter } from './author-filter.tsx'
import css from './search-page.module.css'

interface Props {
  filter: SearchFilter
  /** Name of the author, if it is known. */
  author: string | undefined
  onChange: (changes: Record<string, string | undefined>) => void
}

export function SearchFilters({ filter, author, onChange }: Props) {
  const id = useId()
  const { q = '', from, category_id, after, before } = filter
  const active = [from, category_id, after, before].filter(Boolean).length
  const [isOpen, setOpen] = useState(active > 0)
  const [lastActive, setLastActive] = useState(active)
  // a link on this page may bring filters: they are shown
  if (active !== lastActive) {
    setLastActive(active)
    if (active > lastActive) setOpen(true)
  }
  return (
    <search aria-label={texts.filters} className="stack gap-3">
      <div className={css.first}>
        <SearchField
          label={texts.search}
          placeholder={texts.placeholder}
          maxLength={limits.searchEverything}
          q={q}
          onSearch={(q) => onChange({ q })}
          hideLabel
        />
        <Button aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
          {texts.filter} {active > 0 && <span className={css.active}>{active}</span>}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={css.more}>
          <AuthorFilter id={from} name={author} onChange={(from) => onChange({ from })} />
          <CategorySelect
            label={texts.category}
            emptyLabel={texts.allCategories}
            value={category_id ?? null}
            kept={category_id === undefined ? undefined : { id: category_id, name: texts.otherCategory }}
            onChange={(id) => onChange({ category_id: id ?? '' })}
          />
          <DateField label={texts.after} value={after} onChange={(after) => onChange({ after })} />
          <DateField label={texts.before} value={before} onChange={(before) => onChange({ before })} />
        </div>
      )}
    </search>
  )
}

interface KindProps {
  /** Undefined until they are known. */
  counts: Record<string, number> | undefined
  kind: SearchKind | undefined
  onChoose: (kind: SearchKind | '') => void
}

/** The kinds of which there are hits. */
export function KindFilter({ counts, kind, onChoose }: KindProps) {
  const shown = searchKinds.filter((one) => one === kind || counts?.[one])
  if (shown.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={texts.kind} className={css.kinds}>
      <button type="button" aria-pressed={kind === undefined} className={css.kind} onClick={() => onChoose('')}>
        {texts.everything}
      </button>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          className={css.kind}
          onClick={() => onChoose(one === kind ? '' : one)}
        >
          {texts.kinds[one]} {counts && <span className="tiny tabular">{texts.formatHitCount(counts[one] ?? 0)}</span>}
        </button>
      ))}
    </div>
  )
}

interface DateProps {
  label: string
  /** '2026-03-15', '2026-03', '2026' or empty. */
  value: string | undefined
  onChange: (value: string) => void
}

/** '15/03/2026'; the first day of a year or a month. */
const formatTyped = (date = '') => date && `${date}${'0000-01-01'.slice(date.length)}`.split('-').reverse().join('/')

/** The date of an address; undefined if it is none, or not yet. */
function readTyped(text: string) {
  const [, day = '', month = '', year = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isSearchDate(date) ? date : undefined
}

/** A date in the Spanish order, whatever the language of the browser. */
function DateField({ label, value = '', onChange }: DateProps) {
  const [text, setText] = useState(() => formatTyped(value))
  const [previous, setPrevious] = useState(value)
  const [wasLeft, setLeft] = useState(false)
  // the address may have changed by other means
  if (value !== previous) {
    setPrevious(value)
    if (value !== (text === '' ? '' : readTyped(text))) setText(formatTyped(value))
  }

  function type(typed: string) {
    // the keys of a phone for numbers have no slash
    const isLonger = typed.length > text.length
    setText(isLonger && /^(\d\d|\d\d\/\d\d)$/.test(typed) ? `${typed}/` : typed)
    const date = typed === '' ? '' : readTyped(typed)
    if (date !== undefined && date !== value) onChange(date)
  }

  return (
    <TextField
      label={label}
      placeholder={texts.dateOrder}
      error={wasLeft && text !== '' && !readTyped(text) && texts.dateWrong}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      onChange={({ target }) => type(target.value)}
    />
  )
}
