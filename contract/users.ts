import * as z from 'zod/mini'
import { endpoint, maxShortBodyBytes } from './endpoint.ts'
import {
  BySignature,
  ClientId,
  Id,
  isWebAddress,
  line,
  Moment,
  newPassword,
  optionalLine,
  pagesOf,
  Search,
  schema,
  searchCost,
  TrueOrFalse,
  typedPassword,
} from './fields.ts'
import { limits } from './limits.ts'
import { withAsciiDomain } from './text/ascii-domain.ts'

export const Role = z.enum(['admin', 'normal'], { error: 'El rol tiene que ser admin o normal' })
export type Role = z.output<typeof Role>

export const User = schema('User', {
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** URL, or `file:` and the id of a picture of the archive. */
  avatar: z.nullable(z.string()),
  /** Picture of the avatar for this session; null without one, or if the address has none: then it is drawn. */
  avatar_url: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  is_active: z.boolean(),
  created_at: Moment,
})
export type User = z.output<typeof User>

/** As administrators see an account; `has_second_factor` is null until the invitation is accepted. */
export const Account = schema('Account', { ...User.shape, has_second_factor: z.nullable(z.boolean()) })
export type Account = z.output<typeof Account>

/** Counts of what a person has made and not deleted. */
export const UserContents = schema('UserContents', {
  posts: z.int(),
  drafts: z.int(),
  comments: z.int(),
  messages: z.int(),
  news: z.int(),
  links: z.int(),
  files: z.int(),
  /** Size of the files. */
  bytes: z.int(),
})
export type UserContents = z.output<typeof UserContents>

const scripts = 'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Georgian Thai'.split(' ')
const eastAsian = 'Han Hiragana Katakana Hangul Bopomofo'.split(' ')
const lettersOf = (names: string[]) => names.map((name) => `\\p{Script=${name}}`).join('')
// The letters of all other scripts together: Cherokee, for one, has an Ꭺ.
const others = `\\p{L}--[${lettersOf(['Common', 'Inherited', ...scripts, ...eastAsian])}]`
const alphabets = [...scripts.map((name) => lettersOf([name])), lettersOf(eastAsian), others].map(
  (letters) => new RegExp(`[${letters}]`, 'v'),
)

// A name with letters of several scripts can pass for somebody else's: «аna» with a Cyrillic а.
const hasOneScript = (name: string) => alphabets.filter((alphabet) => alphabet.test(name.normalize('NFKC'))).length <= 1

const Name = line({ label: 'El nombre', max: limits.userName }).check(
  z.refine(hasOneScript, { error: 'El nombre mezcla letras de distintos alfabetos' }),
)

// HTML's definition of an e-mail address (a host without a dot is valid), except for a leading hyphen, which a mail
// program could read as an option.
const emailPattern =
  /^(?!-)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

const Email = line({ label: 'El correo', max: limits.email }).check(
  z.overwrite(withAsciiDomain),
  z.refine((email) => email.length <= limits.email && emailPattern.test(email), {
    error: 'El correo no es una dirección válida',
  }),
)

const Phone = optionalLine({ label: 'El teléfono', max: limits.phone })
const anyAvatar = optionalLine({ label: 'La imagen', feminine: true, max: limits.avatar })
const isOfArchive = (avatar: string) => /^file:[0-9a-f]{32}$/.test(avatar)
const Avatar = anyAvatar.check(
  z.refine((avatar) => avatar === null || isOfArchive(avatar) || isWebAddress(avatar), {
    error: 'La imagen tiene que ser una dirección http o https, o una del archivo',
  }),
)
/** As people choose it for themselves: no member has the server ask another site. */
const OwnAvatar = schema('OwnAvatar', {
  avatar: anyAvatar.check(
    z.refine((avatar) => avatar === null || isOfArchive(avatar), 'La imagen tiene que ser una del archivo'),
  ),
})
const Password = newPassword(
  'La contraseña',
  `La contraseña tiene que tener al menos ${limits.password.min} caracteres`,
)

export const NewUser = schema('NewUser', {
  name: Name,
  email: Email,
  password: Password,
  /** The password opens nothing but the choice of another one. */
  must_choose_password: z.optional(TrueOrFalse),
  role: z._default(Role, 'normal'),
  phone: z.optional(Phone),
  avatar: z.optional(Avatar),
  client_id: ClientId,
})
export type NewUser = z.output<typeof NewUser>

/** An account whose person chooses the password. */
export const NewInvitation = z
  .omit(NewUser, { password: true, must_choose_password: true })
  .register(z.globalRegistry, { id: 'NewInvitation' })
export type NewInvitation = z.output<typeof NewInvitation>

/** As administrators fill it in: without a password it is an invitation. */
export const NewUserOrInvitation = z.partial(NewUser, { password: true })
export type NewUserOrInvitation = z.output<typeof NewUserOrInvitation>

/** Absent fields stay; null or empty clears phone and avatar. */
export const UserChanges = schema('UserChanges', {
  name: z.optional(Name),
  email: z.optional(Email),
  role: z.optional(Role),
  phone: z.optional(Phone),
  avatar: z.optional(Avatar),
  is_active: z.optional(TrueOrFalse),
  password: z.optional(Password),
  must_choose_password: z.optional(TrueOrFalse),
})
export type UserChanges = z.output<typeof UserChanges>

export const userSorts = ['name', 'email', 'role', 'status', 'created'] as const
export type UserSort = (typeof userSorts)[number]

/** Everybody's. */
const namesCost = 5

const PersonName = schema('PersonName', { id: Id, name: z.string() })

/** Fields that members see of each other. */
const PersonCard = schema('PersonCard', {
  id: Id,
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** True of active people who have accepted their invitation, as in the list of names. */
  can_be_mentioned: z.boolean(),
})

export const users = {
  names: endpoint('GET', '/users/names', 'member', {
    summary: 'Names of all active people, sorted: those who can be mentioned',
    response: z.array(PersonName),
    cost: namesCost,
  }),
  read: endpoint('GET', '/users/:id', 'member', {
    summary: 'Name and picture of a person, and if they can be mentioned',
    response: PersonCard,
  }),
  list: endpoint('GET', '/auth/users', 'admin', {
    summary: 'All accounts, by name unless `sort` is given',
    /** `q` matches beginnings of words of name, e-mail or phone. */
    ...pagesOf(Account, {
      q: Search,
      role: z.optional(Role),
      status: z.optional(z.enum(['active', 'inactive'], { error: 'Tiene que ser active o inactive' })),
      second_factor: z.optional(z.enum(['with', 'without'], { error: 'Tiene que ser with o without' })),
      sort: z._default(z.enum(userSorts, { error: `Tiene que ser ${userSorts.join(', ')}` }), 'name'),
      direction: z._default(z.enum(['asc', 'desc'], { error: 'Tiene que ser asc o desc' }), 'asc'),
    }),
    cost: searchCost,
  }),
  create: endpoint('POST', '/auth/users', 'admin', {
    confirms: true,
    summary: 'Create an account; a repeated `client_id` returns the first account, as it is now',
    body: NewUser,
    response: Account,
    status: 201,
    maxBytes: maxShortBodyBytes,
  }),
  update: endpoint('PUT', '/auth/users/:id', 'admin', {
    confirms: true,
    summary: 'Change the given fields of an account; not one’s own password',
    body: UserChanges,
    response: Account,
    maxBytes: maxShortBodyBytes,
  }),
  remove: endpoint('DELETE', '/auth/users/:id', 'admin', {
    confirms: true,
    summary: 'Delete an account; the person’s texts keep the name',
  }),
  contents: endpoint('GET', '/auth/users/:id/contents', 'member', {
    summary: 'Counts of what a person has made: one’s own, for admins anybody’s',
    response: UserContents,
    cost: limits.searchCost,
  }),
  toggleStatus: endpoint('POST', '/auth/users/:id/toggle-status', 'admin', {
    confirms: true,
    summary: 'Deactivate an active account, activate an inactive one',
    response: Account,
  }),
  changeOwnAvatar: endpoint('PUT', '/account/avatar', 'member', {
    summary: 'Change one’s own picture, to one of the archive or, with null, to the drawn seal',
    body: OwnAvatar,
    response: User,
  }),
  avatar: endpoint('GET', '/auth/avatars/:id/:signature', 'public', {
    summary: 'Small copy of an avatar from another site, at a signed URL',
    params: BySignature,
    bytes: true,
  }),
}

export type UserFilter = z.output<typeof users.list.query>

export const NewExport = schema('NewExport', {
  /** Not needed, as the person has to be confirmed; checked if it is there. */
  password: z.optional(typedPassword('La contraseña')),
  /** Without the files it is small: for a bad connection. */
  with_files: z._default(TrueOrFalse, true),
})
export type NewExport = z.output<typeof NewExport>

/** A ZIP of all that a person has made. */
export const accountExport = {
  create: endpoint('POST', '/account/export', 'member', {
    confirms: true,
    summary: 'Ask for a ZIP of one’s own things: the URL works once, for some minutes',
    body: NewExport,
    response: z.object({ url: z.string() }),
    maxBytes: maxShortBodyBytes,
  }),
  content: endpoint('GET', '/account/export/:id/:signature', 'public', {
    summary: 'The ZIP at a signed URL, streamed while it is made',
    params: BySignature,
    bytes: true,
    hasEffect: true,
  }),
}
