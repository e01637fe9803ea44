import type { Role } from './users.ts'

/** Fields of a signed-in person that permissions depend on. */
export interface Person {
  id: string
  role: Role
}

interface Authored {
  author_id: string | null
}
interface Post extends Authored {
  is_published: boolean
}
interface Uploaded {
  uploader_id: string | null
}

const isAdmin = (person: Person) => person.role === 'admin'
const isAuthorOrAdmin = (person: Person, thing: Authored) => thing.author_id === person.id || isAdmin(person)
const mayReadPost = (person: Person, post: Post) => post.is_published || isAuthorOrAdmin(person, post)

/**
 * SPEC §6. Permissions depend on ids, never on names (DECISIONS §2, "Identity"). The server checks them by `authorize`;
 * the web shows buttons by them.
 */
export const permissions = {
  'post.read': mayReadPost,
  'post.edit': isAuthorOrAdmin,
  'post.delete': isAuthorOrAdmin,
  'comment.read': (person: Person, comment: { post: Post }) => mayReadPost(person, comment.post),
  /** One's own words can be changed or withdrawn although their post isn't to be read any more. */
  'comment.find': (person: Person, comment: Authored & { post: Post }) =>
    comment.author_id === person.id || mayReadPost(person, comment.post),
  'comment.edit': isAuthorOrAdmin,
  'comment.delete': isAuthorOrAdmin,
  'file.read': (_person: Person, _file: object) => true,
  'file.delete': (person: Person, file: Uploaded) => file.uploader_id === person.id || isAdmin(person),
  'news.read': (_person: Person, _item: object) => true,
  'news.edit': isAuthorOrAdmin,
  'news.delete': isAuthorOrAdmin,
  'message.read': (_person: Person, _message: object) => true,
  'message.edit': (person: Person, message: Authored) => message.author_id === person.id,
  'message.delete': isAuthorOrAdmin,
  'user.contents': (person: Person, user: { id: string }) => user.id === person.id || isAdmin(person),
  'category.read': (person: Person, category: { is_active: boolean }) => category.is_active || isAdmin(person),
} as const

export type Action = keyof typeof permissions
export type Subject<A extends Action> = Parameters<(typeof permissions)[A]>[1]
