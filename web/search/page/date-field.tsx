import { useState } from 'react'
import { isSearchDate } from '../../../contract/search.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { texts } from '../texts.ts'

interface Props {
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
export function DateField({ label, value = '', onChange }: Props) {
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
