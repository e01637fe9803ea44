import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useOnNear } from '../ui/use-near.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './picker.module.css'
import { texts } from './texts.ts'

interface Props<Item> {
  title: string
  /** Filters beside the search. */
  filters: ReactNode
  search: string
  onSearch: (search: string) => void
  items: Item[]
  isLoading: boolean
  /** What is shown instead of nothing. */
  empty: string
  /** Words of the link when none are typed. */
  nameOf: (item: Item) => string
  show: (item: Item) => ReactNode
  /** Asks for more, while there is more. */
  onMore: (() => void) | undefined
  onPick: (item: Item, label: string) => void
  open: boolean
  onClose: () => void
  /** The words to begin with: what was selected in the text. */
  label: string
}

/**
 * A list to search and choose from, with the words that the link will have. The keys stay in the search: up and down go
 * through the list, Enter takes (WAI-ARIA, "Combobox").
 */
export function Picker<Item extends { id: string }>(props: Props<Item>) {
  const { title, filters, search, onSearch, items, isLoading, empty, nameOf, show, onMore, onPick, open, onClose } =
    props
  const [label, setLabel] = useState(props.label)
  const [active, setActive] = useState(0)
  const list = useId()
  const near = useOnNear(() => onMore?.())
  const current = Math.min(active, items.length - 1)

  const pick = (item: Item | undefined) => item && onPick(item, label.trim() || nameOf(item))

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(items.length - 1, current + step))
      setActive(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
      if (next > items.length - 5) onMore?.()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // what is shown may be of another search still
      if (!isLoading) pick(items[current])
    }
  }

  return (
    <Dialog title={title} open={open} onOpenChange={(next) => !next && onClose()} width="l">
      <div className={css.picker}>
        <TextField
          label={texts.search}
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${list}-${current}` : undefined}
          value={search}
          maxLength={limits.search}
          autoComplete="off"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setActive(0)
            onSearch(event.target.value)
          }}
        />
        <div className={css.fields}>
          {filters}
          <TextField
            label={texts.linkText}
            value={label}
            placeholder={items[current] && nameOf(items[current])}
            onChange={(event) => setLabel(event.target.value)}
          />
        </div>
        <VisuallyHidden>
          <span role="status">{isLoading ? texts.searching : texts.found(items.length, onMore !== undefined)}</span>
        </VisuallyHidden>
        {isLoading && items.length === 0 && <Skeleton label={texts.searching} shape="lines" count={5} />}
        {!isLoading && items.length === 0 && <p className={css.empty}>{empty}</p>}
        <div role="listbox" id={list} aria-label={title} className={css.list} data-stale={isLoading || undefined}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are in the search, which names the active one
            <div
              key={item.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={css.option}
              onPointerMove={() => index !== active && setActive(index)}
              onClick={() => pick(item)}
            >
              {show(item)}
            </div>
          ))}
        </div>
        {onMore && <div ref={near} />}
      </div>
    </Dialog>
  )
}
