import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { cx } from '../../ui/cx.ts'
import { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'
import { Icon } from '../../ui/icons.tsx'
import { isComposing } from '../../ui/is-composing.ts'
import { usePeople } from '../api.ts'
import lists from '../search.module.css'
import { texts } from '../texts.ts'
import css from './search-page.module.css'

const debounceMs = 200

interface Props {
  /** Id of the chosen author. */
  id: string | undefined
  name: string | undefined
  onChange: (id: string) => void
}

/** A field with the people whose names begin like the typed words; then a button with the chosen name. */
export function AuthorFilter({ id, name, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const wasChanged = useRef(false)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  const typed = text.trim()
  const q = useDebouncedValue(typed, debounceMs)
  const { data, isPlaceholderData } = usePeople(q)
  const isCurrent = typed === q && data !== undefined && !isPlaceholderData
  const shown = typed === '' || q === '' ? [] : (data?.items ?? [])
  const options = useActiveOption({
    count: shown.length,
    onEnter: (index) => index !== undefined && isCurrent && choose(index),
  })

  // the field and the button stand for each other: the focus moves on when the address has changed
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the id
  useEffect(() => {
    if (wasChanged.current) root.current?.querySelector<HTMLElement>('input, button')?.focus()
    wasChanged.current = false
  }, [id])

  function change(id: string) {
    wasChanged.current = true
    onChange(id)
  }

  function choose(index: number) {
    const person = shown[index]
    if (!person) return
    setChosen({ id: person.id, name: person.title })
    setText('')
    change(person.id)
  }

  const shownName = chosen && chosen.id === id ? chosen.name : (name ?? texts.someone)
  return (
    <div ref={root} className={css.author}>
      {id ? (
        <>
          <span className={css.label}>{texts.author}</span>
          <button type="button" className={cx(css.person, css.chosen)} onClick={() => change('')}>
            <span className="visually-hidden">{texts.removeAuthor}</span>
            <Avatar name={shownName} size={24} />
            <bdi className="breaks">{shownName}</bdi>
            <Icon name="close" size={16} />
          </button>
        </>
      ) : (
        <TextField
          label={texts.author}
          placeholder={texts.authorHint}
          hint={q !== '' && isCurrent && shown.length === 0 && texts.nobody}
          value={text}
          maxLength={limits.userName}
          onChange={({ target }) => {
            options.reset()
            setText(target.value)
          }}
          onBlur={() => setText('')}
          {...options.fieldProps}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) setText('')
            else options.fieldProps.onKeyDown(event)
          }}
        />
      )}
      {!id && shown.length > 0 && (
        <div role="listbox" id={options.list} aria-label={texts.people} className={css.people}>
          {shown.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and names the active option
            <div
              key={person.id}
              {...options.optionProps(index)}
              role="option"
              tabIndex={-1}
              className={cx(css.person, lists.option)}
              onClick={() => choose(index)}
            >
              <Avatar name={person.title} size={24} />
              <bdi className="breaks">{person.title}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
