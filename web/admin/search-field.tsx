import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { TextField } from '../ui/text-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import css from './search-field.module.css'

/** Milliseconds without a key after which what was typed is asked for. */
const pause = 250

interface Props {
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}

/** Its words are asked for when the typing pauses; when the address changes otherwise, the field follows. */
export function SearchField({ label, placeholder, q, onSearch }: Props) {
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
      label={label}
      type="search"
      className={css.search}
      value={typed}
      maxLength={limits.search}
      placeholder={placeholder}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
