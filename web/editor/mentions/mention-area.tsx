import {
  type ComponentProps,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { showMentions, shownMention } from '../../../contract/markdown/mentions.ts'
import { addMentionWriter } from '../../markdown/person/mention-writers.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import css from '../editor.module.css'
import { applyState } from '../editor-handle.ts'
import { texts } from '../texts.ts'
import { type PersonName, useMentions, withMentioned, withTokens } from './use-mentions.ts'

interface Props extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref'> {
  /** With the tokens of mentions, of which the field shows `@Name` only. */
  value: string
  onText: (value: string) => void
  /** Makes the field visible before a mention is written from outside. */
  onShow?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** A textarea that offers people after an `@`. Nobody sees the ids of those whom a text names (decision 056). */
export function MentionArea({ value, onText, onShow, ref, onKeyDown, onSelect, onBlur, ...props }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)
  // those named before too: a name that is deleted and typed again names the same person
  const people = useRef<PersonName[]>([])
  people.current = withMentioned(people.current, value)
  function remember(person: PersonName) {
    people.current = [...people.current.filter(({ id }) => id !== person.id), person]
  }
  const mentions = useMentions(field, remember)
  /** At the end of the text. */
  const write = useEffectEvent((person: PersonName) => {
    const { current: textarea } = field
    if (!textarea || textarea.readOnly) return
    if (onShow) flushSync(onShow)
    remember(person)
    const before = textarea.value.replace(/\S$/, '$& ')
    const text = `${before}${shownMention(person)} `
    applyState(textarea, { text, start: text.length, end: text.length })
  })
  useEffect(() => addMentionWriter((person) => write(person)), [])

  return (
    <>
      <TextArea
        {...props}
        {...mentions.fieldProps}
        ref={field}
        value={showMentions(value)}
        onChange={({ target }) => {
          onText(withTokens(target.value, people.current))
          mentions.look()
        }}
        onSelect={(event) => {
          mentions.look()
          onSelect?.(event)
        }}
        onKeyDown={(event) => {
          if (!mentions.takeKey(event)) onKeyDown?.(event)
        }}
        onBlur={(event) => {
          mentions.close()
          onBlur?.(event)
        }}
      />
      <span className="visually-hidden">
        <span aria-live="polite">{mentions.offered.length > 0 && texts.offered(mentions.offered.length)}</span>
      </span>
      {mentions.offered.length > 0 && <MentionList {...mentions} />}
    </>
  )
}

const gap = 6

/** Puts the list beside the `@`, inside of the part of the window that an on-screen keyboard leaves. */
function place(list: HTMLElement, field: HTMLTextAreaElement, at: number) {
  const { offsetTop = 0, offsetLeft = 0, width = innerWidth, height = innerHeight } = visualViewport ?? {}
  const caret = caretRect(field, at)
  const above = caret.top - gap - offsetTop
  const below = offsetTop + height - caret.bottom - gap
  list.style.maxHeight = ''
  const wanted = list.offsetHeight
  const isBelow = below >= wanted || below >= above
  const shown = Math.min(wanted, Math.max(0, (isBelow ? below : above) - gap))
  list.style.maxHeight = `${shown}px`
  list.style.top = `${isBelow ? caret.bottom + gap : caret.top - gap - shown}px`
  list.style.left = `${Math.max(offsetLeft + gap, Math.min(caret.left, offsetLeft + width - list.offsetWidth - gap))}px`
}

/** The offered people, over everything else; the field keeps the focus. */
function MentionList({ field, offered, list, current, idOf, at, pick, setActive }: ReturnType<typeof useMentions>) {
  const element = useRef<HTMLDivElement>(null)
  const update = useEffectEvent(() => {
    if (element.current && field.current) place(element.current, field.current, at)
  })
  useLayoutEffect(() => update())
  useEffect(() => {
    const onMove = () => update()
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true, passive: true }
    addEventListener('scroll', onMove, options)
    addEventListener('resize', onMove, options)
    visualViewport?.addEventListener('resize', onMove, options)
    visualViewport?.addEventListener('scroll', onMove, options)
    return () => stop.abort()
  }, [])
  useEffect(() => {
    // newer browsers return a promise, which would be taken for a clean-up
    element.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return createPortal(
    <div ref={element} role="listbox" id={list} aria-label={texts.people} className={css.list}>
      {offered.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and names the active option
        <div
          key={person.id}
          id={idOf(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={css.option}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== current && setActive(index)}
          onClick={() => pick(person)}
        >
          <Avatar name={person.name} size={32} />
          <bdi className="strong one-line">{shownMention(person)}</bdi>
        </div>
      ))}
    </div>,
    field.current?.closest('main') ?? document.body,
  )
}

/** Styles on which the place of a character in a textarea depends. */
const copied = [
  ...['font', 'letterSpacing', 'wordSpacing', 'textIndent', 'textTransform', 'tabSize', 'lineHeight', 'direction'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'textAlign', 'whiteSpace', 'overflowWrap'],
  ...['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth', 'wordBreak'],
] as const

/** The place of a character of a textarea in the window, measured in a copy of the text. */
function caretRect(field: HTMLTextAreaElement, at: number) {
  const page = field.ownerDocument
  const copy = page.createElement('div')
  const style = getComputedStyle(field)
  const values = style as unknown as Record<string, string>
  for (const name of copied) (copy.style as unknown as Record<string, string>)[name] = values[name] ?? ''
  Object.assign(copy.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    visibility: 'hidden',
    borderStyle: 'solid',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
  })
  const mark = page.createElement('span')
  mark.textContent = '@'
  copy.append(field.value.slice(0, at), mark, field.value.slice(at + 1))
  page.body.append(copy)
  const [top, left, height] = [mark.offsetTop, mark.offsetLeft, mark.offsetHeight]
  copy.remove()
  const box = field.getBoundingClientRect()
  const y = box.top + top - field.scrollTop
  return { left: box.left + left - field.scrollLeft, top: y, bottom: y + height }
}
