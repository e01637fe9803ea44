import * as z from 'zod/mini'
import { InvitedPerson } from '../../../../contract/auth/password-links.ts'
import type { TypedPerson } from './read-people.ts'
import { texts } from './texts.ts'

type Field = keyof TypedPerson
export type Mistakes = Partial<Record<Field, string>>

const base = new Intl.Collator('es', { sensitivity: 'base' })
const isEqual = (a: string, b: string) => a !== '' && base.compare(a, b) === 0

/** Mistakes that the browser knows, by person. */
export const findMistakes = (people: TypedPerson[]): Mistakes[] =>
  people.map((person, index) => {
    const before = people.slice(0, index)
    const mistakes: Mistakes = {}
    if (before.some(({ name }) => isEqual(name, person.name))) mistakes.name = texts.nameTwice
    if (before.some(({ email }) => isEqual(email, person.email))) mistakes.email = texts.emailTwice
    if (/\d\d/.test(person.name)) mistakes.name ??= texts.numberInName
    const { error } = z.safeParse(InvitedPerson, person)
    for (const { path, message } of error?.issues.toReversed() ?? []) mistakes[path[0] as Field] = message
    return mistakes
  })

/** Key of a value that the server refused: its mistake is shown as long as the value stays. */
export const mistakeKey = (field: string, person: TypedPerson) => `${field} ${person[field as Field]}`

const fields: Field[] = ['name', 'email', 'phone']

export const withRefused = (people: TypedPerson[], mistakes: Mistakes[], refused: ReadonlyMap<string, string>) =>
  people.map((person, index) => {
    const all = { ...mistakes[index] }
    for (const field of fields) {
      const message = refused.get(mistakeKey(field, person))
      if (message && !all[field]) all[field] = message
    }
    return all
  })
