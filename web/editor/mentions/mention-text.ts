import { formatMention, mentionsIn, shownMention } from '../../../contract/markdown/mentions.ts'
import { searchable } from '../../ui/format/search-text.ts'

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
