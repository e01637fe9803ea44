import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '../../../contract/limits.ts'
import { useMember } from '../../api/session.ts'
import { navigation } from '../../navigation.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'
import { Icon } from '../../ui/icons.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { focusPageHeading } from '../../ui/page/focus.ts'
import { groupHits, useFirstHits } from '../api.ts'
import { clearSearches, readSearches, rememberSearch } from '../last-searches.ts'
import { searchPath } from '../search-filter.ts'
import { texts } from '../texts.ts'
import { BeforeTyping } from './before-typing.tsx'
import { FoundHits } from './found-hits.tsx'
import css from './palette.module.css'

export interface PaletteProps {
  opener: Element | null
  open: boolean
  onClose: () => void
}

const debounceMs = 200

/** Phones have no keys to be told of. */
const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches

/** The shell does this as well, but perhaps while the palette still holds the focus. */
function focusOpenedPage() {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.closest('[role=dialog]')) focusPageHeading()
}

const Keys = () => (
  <p className={css.keys} aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {texts.move}
    </span>
    <span>
      <kbd>↵</kbd> {texts.open}
    </span>
    <span>
      <kbd>{isApple() ? '⌘' : 'Ctrl'}</kbd> <kbd>↵</kbd> {texts.newTab}
    </span>
    <span>
      <kbd>Esc</kbd> {texts.close}
    </span>
  </p>
)

/** The search of everything. */
export default function PaletteDialog({ opener, open, onClose }: PaletteProps) {
  const me = useMember()
  const person = me?.id ?? ''
  const pages = navigation(me?.role === 'admin' ? 'admin' : 'member')
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  /** The page that is opened takes the focus. */
  const isLeaving = useRef(false)
  const [text, setText] = useState('')
  const [searches, setSearches] = useState(() => readSearches(person))
  const typed = text.trim()
  const q = useDebouncedValue(typed, debounceMs)
  const query = useFirstHits(q)
  const isWaiting = typed !== q || query.isPlaceholderData || query.isPending
  const groups = typed !== '' && query.data ? groupHits(query.data.items) : []
  const paths = groups.flatMap(({ hits }) => hits.map(({ path }) => path))
  if (paths.length > 0) paths.push(searchPath(q))
  const isEmpty = typed === ''

  const count = isEmpty ? searches.length + pages.length : paths.length
  const options = useActiveOption({ count, onEnter, startsAtFirst: !isEmpty })

  function change(next: string) {
    setText(next)
    options.reset()
  }

  function onEnter(index: number | undefined, event: KeyboardEvent) {
    const search = isEmpty && index !== undefined ? searches[index] : undefined
    if (search !== undefined) return change(search)
    if (!isWaiting && query.data?.suggestion && paths.length === 0) return change(query.data.suggestion)
    // the hits may still be those of an earlier text
    const listed = isEmpty ? [...searches, ...pages.map(({ to }) => to)] : paths
    const path = isWaiting && !isEmpty ? searchPath(typed) : index !== undefined && listed[index]
    if (!path) return
    rememberSearch(person, typed)
    if (event.ctrlKey || event.metaKey) return void window.open(path, '_blank', 'noopener')
    leave()
    void navigate(path)
  }

  function leave() {
    isLeaving.current = true
    onClose()
  }

  /** A click on a link; one for another tab leaves the palette open. */
  function follow(event: MouseEvent) {
    rememberSearch(person, typed)
    if (event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) leave()
  }

  return (
    <Dialog
      title={texts.search}
      open={open}
      onClose={onClose}
      initialFocus={field}
      finalFocus={() => !isLeaving.current && (opener instanceof HTMLElement ? opener : true)}
      onClosed={() => isLeaving.current && focusOpenedPage()}
      lead={
        <div className={`row gap-3 shrinks ${css.field}`}>
          <Icon name="search" className="muted" />
          <input
            ref={field}
            // at once, before the dialog does it, or the first letters are lost
            autoFocus
            type="text"
            inputMode="search"
            enterKeyHint="search"
            aria-label={texts.placeholder}
            placeholder={texts.placeholder}
            spellCheck={false}
            autoCapitalize="off"
            maxLength={limits.searchEverything}
            value={text}
            onChange={({ target }) => change(target.value)}
            {...options.fieldProps}
          />
        </div>
      }
      footer={hasKeyboard() && <Keys />}
    >
      {isEmpty ? (
        <BeforeTyping
          searches={searches}
          pages={pages}
          onFollow={follow}
          options={options}
          onChoose={(search) => {
            change(search)
            field.current?.focus()
          }}
          onClear={() => {
            clearSearches(person)
            setSearches([])
            field.current?.focus()
          }}
        />
      ) : (
        <FoundHits
          q={q}
          query={query}
          isWaiting={isWaiting}
          groups={groups}
          options={options}
          onFollow={follow}
          onSuggestion={(suggestion) => {
            change(suggestion)
            field.current?.focus()
          }}
        />
      )}
    </Dialog>
  )
}
