// Links on which people choose their password: of invitations, and for a forgotten one; and links that disown a sign-in.
// They work once.
import * as z from 'zod/mini'
import { SignedIn } from '../auth.ts'
import { endpoint, maxShortBodyBytes } from '../endpoint.ts'
import { ClientId, Id, Keep, Moment, newPassword, pagesOf, schema, typedName } from '../fields.ts'
import { limits } from '../limits.ts'
import { Account, NewInvitation } from '../users.ts'

const noToken = 'El enlace es requerido'
/** Signs that a sentence puts after an address: they are copied along, and no token ends in one. */
const signsAfter = /[[\p{P}>]--[_\-]]+$/v
const Token = z.string({ error: noToken }).check(
  z.maxLength(200, 'El enlace es demasiado largo'),
  z.overwrite((token) => token.replace(signsAfter, '')),
  z.minLength(1, noToken),
)

export const LinkToken = schema('LinkToken', { token: Token })

export const PasswordChoice = schema('PasswordChoice', {
  token: Token,
  password: newPassword(
    'La contraseña',
    `La contraseña tiene que tener al menos ${limits.minChosenPassword} caracteres`,
    limits.minChosenPassword,
  ),
  keep: Keep,
})
export type PasswordChoice = z.output<typeof PasswordChoice>

const LinkRequest = schema('PasswordLinkRequest', {
  /** Name or e-mail of the account. */
  name: typedName('El nombre o el correo es requerido'),
})

/** Somebody who hasn't chosen a password yet. Without an open link there is no moment of it. */
export const Invitation = schema('Invitation', {
  /** Id of the person. */
  id: Id,
  name: z.string(),
  email: z.string(),
  invited_by: z.nullable(z.string()),
  invited_at: z.nullable(Moment),
  expires_at: z.nullable(Moment),
  /** False where no mail goes out: its link is handed over. */
  is_mailed: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** The path contains the token. */
const linkFields = { path: z.string(), expires_at: Moment }
const sentFields = { ...linkFields, is_mailed: z.boolean() }

/** The link of an invitation, to be copied. */
export const SentInvitation = z.object(sentFields)
export type SentInvitation = z.output<typeof SentInvitation>

export const InvitedPerson = z.pick(NewInvitation, { name: true, email: true, phone: true })
export type InvitedPerson = z.output<typeof InvitedPerson>

const { maxInvited } = limits.passwordLinks
const listed = (label: string) => z.optional(z.nullable(z.string({ error: `${label} tiene que ser un texto` })))
/** People as they were pasted: each is an `InvitedPerson`, whose mistakes are answered together with all others. */
const InvitationList = schema('InvitationList', {
  people: z
    .array(
      z.object(
        { name: listed('El nombre'), email: listed('El correo'), phone: listed('El teléfono') },
        'Cada persona tiene que ser un objeto',
      ),
      'La lista es requerida',
    )
    .check(
      z.minLength(1, 'La lista está vacía'),
      z.maxLength(maxInvited, `No se puede invitar a más de ${maxInvited} personas de una vez`),
    ),
  client_id: ClientId,
})
export type InvitationList = z.output<typeof InvitationList>

const ListedInvitation = schema('ListedInvitation', { name: z.string(), ...sentFields })
export type ListedInvitation = z.output<typeof ListedInvitation>

export const invitations = {
  list: endpoint('GET', '/auth/invitations', 'admin', {
    summary: 'Active accounts whose person hasn’t chosen a password yet, by name',
    ...pagesOf(Invitation),
  }),
  create: endpoint('POST', '/auth/invitations', 'admin', {
    confirms: true,
    summary:
      'Create an account without a password, and a link for its person to choose one; a repeated `client_id` returns the first',
    body: NewInvitation,
    response: z.object({ user: Account, ...sentFields }),
    status: 201,
    maxBytes: maxShortBodyBytes,
  }),
  createList: endpoint('POST', '/auth/invitations/list', 'admin', {
    confirms: true,
    summary:
      'Invite many people: all, or none and every mistake (`people.3.email`); a repeated `client_id` returns the links that are open',
    body: InvitationList,
    response: z.array(ListedInvitation),
    status: 201,
  }),
  renew: endpoint('POST', '/auth/invitations/:id/renew', 'admin', {
    confirms: true,
    summary:
      'Send an invitation again: the open link goes on for seven days; an ended one, or that of another administrator, is replaced',
    response: SentInvitation,
  }),
  withdraw: endpoint('DELETE', '/auth/invitations/:id', 'admin', {
    confirms: true,
    summary: 'Delete the account of an invited person, and its link',
  }),
  read: endpoint('POST', '/auth/invitations/read', 'public', {
    summary: 'Who an invitation is for; changes nothing',
    body: LinkToken,
    response: z.object({ name: z.string(), invited_by: z.nullable(z.string()), expires_at: Moment }),
  }),
  accept: endpoint('POST', '/auth/invitations/accept', 'public', {
    summary: 'Choose the password of an invited account, and sign in',
    body: PasswordChoice,
    response: SignedIn,
    opensSession: true,
  }),
}

export const passwordLinks = {
  request: endpoint('POST', '/auth/password-links', 'public', {
    summary: 'Mail a link for a new password; the answer is the same for any name',
    body: LinkRequest,
    /** Without `is_mailed` no mail goes out here, for nobody. */
    response: z.object({ message: z.string(), is_mailed: z.boolean() }),
  }),
  createFor: endpoint('POST', '/auth/password-links/for/:id', 'admin', {
    confirms: true,
    summary: 'A link for somebody else to choose a new password, to be handed over',
    response: z.object(linkFields),
  }),
  read: endpoint('POST', '/auth/password-links/read', 'public', {
    summary: 'Whose password a link is for; changes nothing',
    body: LinkToken,
    response: z.object({ name: z.string(), expires_at: Moment }),
  }),
  accept: endpoint('POST', '/auth/password-links/accept', 'public', {
    summary: 'Choose a new password and sign in; ends the other sessions and links',
    body: PasswordChoice,
    response: SignedIn,
    opensSession: true,
  }),
}

/** The answer to a mail about a sign-in on a new device: 'it wasn't me'. */
export const Disowning = schema('Disowning', {
  ...LinkToken.shape,
  /** Name of the account: programs that open links and press buttons don't know that they have to type it. */
  name: typedName('Escribe tu nombre', 4 * limits.userName),
})
export type Disowning = z.output<typeof Disowning>

export const devices = {
  readAlarm: endpoint('POST', '/auth/disowned-sign-ins/read', 'public', {
    summary: 'Whose account the link of a mail about a new device is for; changes nothing',
    body: LinkToken,
    response: z.object({ name: z.string(), expires_at: Moment }),
  }),
  disown: endpoint('POST', '/auth/disowned-sign-ins', 'public', {
    summary:
      'End all sessions, known devices and the password of a person, and factors that may be a thief’s; returns the page for choosing another one',
    body: Disowning,
    response: z.object({ path: z.string() }),
  }),
}
