import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { hasControl, invisible, withoutZeroWidth } from './text/invisible.ts'

interface FieldOptions {
  /** Subject of the messages: 'El título', 'La contraseña'. */
  label: string
  feminine?: boolean
  max: number
  /** Message for a missing or blank value, where the spec has its own. */
  required?: string
}

/** An object by which the API description names a component; names are unique. */
export function schema<Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) {
  const object = z.object(shape)
  z.globalRegistry.add(object, { id: name })
  return object
}

export const isBlank = (text: string) => text.replace(invisible, '') === ''

/** Code points, not UTF-16 units. */
export function lengthOf(text: string) {
  let length = 0
  for (const _ of text) length++
  return length
}

const requiredText = ({ label, feminine, required }: FieldOptions) =>
  required ?? `${label} es ${feminine ? 'requerida' : 'requerido'}`
const tooLongText = ({ label, max }: FieldOptions) => `${label} no puede tener más de ${max} caracteres`

const string = (options: FieldOptions) =>
  z.string({
    error: (issue) => (issue.input == null ? requiredText(options) : `${options.label} tiene que ser un texto`),
  })

// Unicode's limit for marks on one letter is 30 (UAX #15, "Stream-Safe Text"); without one, normalizing a megabyte of
// them takes minutes.
const stackedMarks = /\p{M}{31}/u

/** False for text with NUL, a lone surrogate or too many marks on one letter. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0') && !stackedMarks.test(text)

// the cheap check first: a string has at least as many UTF-16 units as characters
const withinLength = (options: FieldOptions) =>
  z.refine<string>((text) => text.length <= options.max || lengthOf(text) <= options.max, {
    error: tooLongText(options),
  })

const wellFormed = (options: FieldOptions) =>
  z.refine<string>(isStorable, {
    error: `${options.label} tiene caracteres que no se pueden guardar`,
    abort: true,
  })

/**
 * One line (a name, a title, an address): trimmed, NFC, without zero-width characters, never blank, no control or
 * bidirectional characters.
 */
export const line = (options: FieldOptions) =>
  string(options)
    .check(
      z.overwrite(withoutZeroWidth),
      wellFormed(options),
      z.overwrite((text) => text.normalize('NFC').trim()),
      z.refine((text) => !isBlank(text), { error: requiredText(options), abort: true }),
      z.refine((text) => !hasControl(text), {
        error: `${options.label} tiene caracteres invisibles o de control`,
      }),
      withinLength(options),
    )
    .register(z.globalRegistry, { maxLength: options.max })

/** A text of several lines (a post, a comment): NFC, otherwise as typed, and never blank. */
export const text = (options: FieldOptions) =>
  string(options)
    .check(
      wellFormed(options),
      z.overwrite((text) => text.normalize('NFC')),
      z.refine((text) => !isBlank(text), { error: requiredText(options), abort: true }),
      withinLength(options),
    )
    .register(z.globalRegistry, { maxLength: options.max })

/** Trimmed; null, empty and blank become null. */
const optional = (required: typeof line) => (options: FieldOptions) =>
  z.pipe(
    z.nullable(string(options).check(wellFormed(options))),
    z.pipe(
      z.transform((value: string | null) => (value === null || isBlank(value) ? null : value.trim())),
      z.nullable(required(options)),
    ),
  )

export const optionalLine = optional(line)
export const optionalText = optional(text)

/** Not trimmed, nor changed otherwise; its hash is of the composed form (server/auth/password-hash.ts). */
export function newPassword(label: string, tooShort: string, min: number = limits.password.min) {
  const options = { label, feminine: true, max: limits.password.max }
  return string(options)
    .check(
      z.refine((text) => text.isWellFormed(), {
        error: `${label} tiene caracteres que no se pueden guardar`,
        abort: true,
      }),
      z.refine((text) => lengthOf(text) >= min, { error: tooShort }),
      withinLength(options),
    )
    .register(z.globalRegistry, { minLength: min, maxLength: limits.password.max })
}

/** The session that is opened is kept on its device; true when absent (DECISIONS §2, "Auth"). */
export const Keep = z.optional(z.boolean({ error: 'Mantener la sesión tiene que ser true o false' }))

/** An http or https address with a host and without user or password. */
export function isWebAddress(address: string) {
  if (!/^https?:\/\/[^\s\\/?#][^\s\\]*$/i.test(address)) return false
  const url = URL.parse(address)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

/** A UUIDv7 as 32 lower-case hexadecimal digits. */
export const Id = z
  .string({ error: 'No es un identificador' })
  .check(z.regex(/^[0-9a-f]{32}$/, 'No es un identificador'))

const notAUuid = 'No es un UUID'
/** A UUID that a client generates, unique per person: a repeat under the same id is the same thing. */
export const ClientId = z.nullish(
  z
    .string({ error: notAUuid })
    .check(z.toLowerCase(), z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, notAUuid)),
)

/** ISO 8601, UTC, milliseconds. */
export const Moment = z.iso.datetime({ precision: 3, error: 'No es un momento' })

/** Parameters of a path with `:id`, and of a signed URL. */
export const ById = z.object({ id: Id })
export const BySignature = z.extend(ById, { signature: z.string() })

/** A number in a query or a path. */
export const wholeNumber = (pattern: RegExp, error: string) =>
  z.pipe(
    z.string({ error }).check(z.regex(pattern, error)),
    z.transform((digits: string) => Number(digits)),
  )

const limitText = `Tiene que ser un número entero de 1 a ${limits.page.max}`
export const pageSize = (fallback: number) =>
  z._default(
    z.pipe(
      wholeNumber(/^[1-9]\d{0,2}$/, limitText),
      z.int({ error: limitText }).check(z.maximum(limits.page.max, limitText)),
    ),
    fallback,
  )

/** A value of a query. */
export const Once = z.string({ error: 'Una sola vez' })

/** The cursor comes from the Link header of the previous page. */
const Paging = z.object({
  limit: pageSize(limits.page.default),
  // a name key of 80 characters can have thousands of bytes: ﷺ is eighteen letters when folded
  cursor: z.optional(Once.check(z.maxLength(6000, 'Demasiado largo'))),
})

/** Parts of a row that answers with a page of a list: `filters` are further values of its query, or replace one. */
export const pagesOf = <Item extends z.ZodMiniType, Filters extends z.core.$ZodLooseShape = Record<never, never>>(
  item: Item,
  filters = {} as Filters,
) => ({ query: z.extend(Paging, filters), response: z.array(item), paged: true as const })

export const searchText = (max: number) => Once.check(z.maxLength(max, `No puede tener más de ${max} caracteres`))

/** Words, each the beginning of one in the text, ignoring case and accents. A blank search matches everything. */
export const Search = z.optional(searchText(limits.search))

/** Cost of a list that can be searched. */
export const searchCost = ({ q }: Record<string, unknown>) => (q ? limits.searchCost : 1)

const notABoolean = 'Tiene que ser true o false'
export const TrueOrFalse = z.boolean({ error: notABoolean })

/** The same in a query. */
export const Flag = z.pipe(
  z.enum(['true', 'false'], { error: notABoolean }),
  z.transform((value) => value === 'true'),
)

/** A name, or an e-mail address, to be looked up as it was typed. */
export const typedName = (required: string, max: number = limits.email) =>
  z.string({ error: required }).check(
    z.refine((name) => name.trim() !== '', { error: required, abort: true }),
    z.refine(isStorable, { error: 'El nombre tiene caracteres que no se pueden guardar', abort: true }),
    z.maxLength(max, 'El nombre es demasiado largo'),
  )

/** A password to be compared with the stored one. */
export const typedPassword = (label: string) =>
  z
    .string({ error: `${label} es requerida` })
    .check(z.minLength(1, `${label} es requerida`), z.maxLength(4 * limits.password.max, `${label} es demasiado larga`))
