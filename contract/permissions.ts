import type { Role } from './users.ts'

/** As much of the signed-in person as rights depend on. */
export interface Person {
  id: string
  role: Role
}

interface Written {
  author_id: string | null
  is_published: boolean
}

const isAdmin = (person: Person) => person.role === 'admin'
const isAuthor = (person: Person, thing: Written) => thing.author_id === person.id
const mayRead = (person: Person, post: Written) => post.is_published || isAuthor(person, post) || isAdmin(person)

/**
 * Who may do what (SPEC §6). Rights follow the id, never the name (DECISIONS §2, "Identity").
 * The server asks through `authorize`; the web asks to know which buttons to show.
 */
export const permissions = {
  'post.read': mayRead,
  'post.edit': (person: Person, post: Written) => isAuthor(person, post) || isAdmin(person),
  'comment.read': (person: Person, comment: { post: Written }) => mayRead(person, comment.post),
  'comment.edit': (person: Person, comment: { author_id: string | null }) =>
    comment.author_id === person.id || isAdmin(person),
  'file.read': (_person: Person, _file: object) => true,
  'file.delete': (person: Person, file: { uploader_id: string | null }) =>
    file.uploader_id === person.id || isAdmin(person),
  'news.read': (_person: Person, _item: object) => true,
  'news.edit': (person: Person, item: { author_id: string | null }) => item.author_id === person.id || isAdmin(person),
  'category.read': (person: Person, category: { is_active: boolean }) => category.is_active || isAdmin(person),
} as const

export type Action = keyof typeof permissions
/** What an action is done to. */
export type Subject<A extends Action> = Parameters<(typeof permissions)[A]>[1]
