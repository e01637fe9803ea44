import { type Action, type Person, permissions, type Subject } from '../../contract/permissions.ts'
import { fail } from './fail.ts'

declare const proof: unique symbol

/** A thing together with the proof that the action on it was allowed. Only `authorize` makes one. */
export type Allowed<A extends Action, T = Subject<A>> = T & { readonly [proof]: A }

// To be refused something (403) one has to be able to see it; otherwise it isn't there (404).
const seenBy: Partial<Record<Action, Action>> = {
  'post.edit': 'post.read',
  'comment.edit': 'comment.read',
  'file.delete': 'file.read',
  'news.edit': 'news.read',
}

const may = (person: Person, action: Action, thing: unknown) =>
  (permissions[action] as (person: Person, thing: unknown) => boolean)(person, thing)

/** Checks that the person may do this to this thing: 404 for what is absent or not visible, 403 for what is. */
export function authorize<A extends Action, T extends Subject<A>>(
  person: Person,
  action: A,
  thing: T | undefined,
): Allowed<A, T> {
  const sight = seenBy[action]
  if (thing === undefined || !may(person, sight ?? action, thing)) fail('not_found')
  if (!may(person, action, thing)) fail('not_allowed')
  return thing as Allowed<A, T>
}
