import { type Action, type Person, permissions, type Subject } from '../../contract/permissions.ts'
import { fail } from './fail.ts'

declare const proof: unique symbol

/** Value with the proof that the action on it is allowed; only `authorize` returns one. */
export type Allowed<A extends Action, T = Subject<A>> = T & { readonly [proof]: A }

// Action that makes a thing visible: 403 only if it is allowed, otherwise 404.
const visibilityOf: Partial<Record<Action, Action>> = {
  'post.edit': 'post.read',
  'post.delete': 'post.read',
  'comment.edit': 'comment.find',
  'comment.delete': 'comment.find',
  'file.delete': 'file.read',
  'news.edit': 'news.read',
  'news.delete': 'news.read',
  'message.edit': 'message.read',
  'message.delete': 'message.read',
}

const isAllowed = (person: Person, action: Action, thing: unknown) =>
  (permissions[action] as (person: Person, thing: unknown) => boolean)(person, thing)

/** 404 for absent and invisible things, 403 for visible ones if the action isn't allowed. */
export function authorize<A extends Action, T extends Subject<A>>(
  person: Person,
  action: A,
  thing: T | undefined,
): Allowed<A, T> {
  const readAction = visibilityOf[action]
  if (thing === undefined || !isAllowed(person, readAction ?? action, thing)) fail('not_found')
  if (!isAllowed(person, action, thing)) fail('not_allowed')
  return thing as Allowed<A, T>
}
