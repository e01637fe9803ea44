import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { formatMention, mentionsIn, shownMention } from '../../../contract/markdown/mentions.ts'
import { users } from '../../../contract/users.ts'
import { namesKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { useMember } from '../../api/session.ts'
import { searchable } from '../../ui/format/search-text.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { applyEdit, applyState, stateOf } from '../editor-handle.ts'

export interface PersonName {
  id: string
  name: string
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** The text of a field with tokens in place of these people's `@Name`. */
export function withTokens(shown: string, people: PersonName[]): string {
  if (people.length === 0 || !shown.includes('@')) return shown
  const byName = new Map(people.map((person) => [shownMention(person), person]))
  // the longest first: «Ana María» isn't «Ana»
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_@])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  return shown.replace(pattern, (name) => {
    const person = byName.get(name)
    return person ? formatMention(person) : name
  })
}

/** The people with those whom a text names. */
export const withMentioned = (people: PersonName[], text: string): PersonName[] =>
  text.includes('@[') ? [...new Map([...people, ...mentionsIn(text)].map((one) => [one.id, one])).values()] : people

/** Text after an `@` that ends at the caret, and the place of the `@`. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const [, typed] = /(?:^|[^\p{L}\p{N}_@])@((?:[\p{L}\p{N}][^\n@]{0,40})?)$/u.exec(line) ?? []
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

const maxOffered = 6

/** People in whose names the typed words begin words, one after the other. */
export function offeredPeople(people: PersonName[], typed: string): PersonName[] {
  const beginning = ` ${searchable(typed)}`
  const matching =
    typed === ''
      ? people
      : people.filter(({ name }) => ` ${searchable(name)}`.replace(/[-.'’]/g, ' ').includes(beginning))
  return matching.slice(0, maxOffered)
}

const staleMs = 5 * 60_000

/** People who can be mentioned, by name; asked for once somebody types an `@`. */
const useNames = (isNeeded: boolean) =>
  useQuery({ ...readQuery(users.names, namesKey, {}), enabled: isNeeded, staleTime: staleMs, gcTime: staleMs }).data ??
  []

/**
 * The people that a textarea offers after an `@`. The focus stays in the field: arrow keys move through the list, Enter and
 * Tab choose, Escape closes it until the next `@`.
 */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, onPick: (person: PersonName) => void) {
  const list = useId()
  const [typing, setTyping] = useState<{ from: number; typed: string }>()
  const [closedAt, setClosedAt] = useState<number>()
  const [active, setActive] = useState(0)
  const names = useNames(typing !== undefined)
  const me = useMember()?.id
  const others = names.filter(({ id }) => id !== me)
  const offered = typing && typing.from !== closedAt ? offeredPeople(others, typing.typed) : []
  const current = Math.min(active, offered.length - 1)
  const idOf = (index: number) => `${list}-${index}`

  /** After each change of the text or the selection. */
  function look() {
    const { current: textarea } = field
    if (!textarea || textarea.readOnly || textarea.selectionStart !== textarea.selectionEnd) return setTyping(undefined)
    const next = typedMention(textarea.value, textarea.selectionStart)
    if (next?.from !== typing?.from || next?.typed !== typing?.typed) {
      setTyping(next)
      setActive(0)
    }
    // a choice closes it in the same event
    setClosedAt((closed) => (next?.from === closed ? closed : undefined))
  }

  function pick(person: PersonName) {
    const { current: textarea } = field
    if (!textarea || !typing) return
    onPick(person)
    const { text, end } = stateOf(textarea)
    const hasSpace = /^\s/.test(text.slice(end))
    const by = shownMention(person) + (hasSpace ? '' : ' ')
    const caret = typing.from + by.length + (hasSpace ? 1 : 0)
    setClosedAt(typing.from)
    applyState(textarea, { text: applyEdit(text, { from: typing.from, to: end, by }), start: caret, end: caret })
  }

  /** True if the list took the key. */
  function takeKey(event: KeyboardEvent): boolean {
    const chosen = offered[current]
    if (!chosen || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((current + step + offered.length) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(chosen)
    else if (event.key === 'Escape') setClosedAt(typing?.from)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    field,
    offered,
    list,
    current,
    idOf,
    at: typing?.from ?? 0,
    look,
    close: () => setTyping(undefined),
    pick,
    setActive,
    takeKey,
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': offered.length > 0 ? list : undefined,
      'aria-activedescendant': offered.length > 0 ? idOf(current) : undefined,
    } as const,
  }
}
