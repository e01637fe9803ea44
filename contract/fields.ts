import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** How a field is named in messages: 'El título', 'La contraseña'. */
interface Named {
  what: string
  feminine?: boolean
  max: number
  /** The words for a missing or blank value, when the spec has its own. */
  required?: string
}

// White space, control and format characters, and the letters that draw nothing: alone they are blank.
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
// Control, bidirectional and zero-width characters (DECISIONS §2), and the fillers and selectors that look like nothing.
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// What joins an emoji (a family, a profession) or gives it its colours (❤️, 1️⃣) is part of one visible sign.
const emojiJoiner =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)/gu

/** Whether nothing would be seen of it. */
export const isBlank = (text: string) => text.replace(invisible, '') === ''

/** Length as people count: code points, not UTF-16 units. */
export function lengthOf(text: string) {
  let length = 0
  for (const _ of text) length++
  return length
}

const requiredText = ({ what, feminine, required }: Named) =>
  required ?? `${what} es ${feminine ? 'requerida' : 'requerido'}`
const tooLongText = ({ what, max }: Named) => `${what} no puede tener más de ${max} caracteres`

const string = (named: Named) =>
  z.string({ error: (issue) => (issue.input == null ? requiredText(named) : `${named.what} tiene que ser un texto`) })

// No script puts more than a few signs on one letter, Unicode's own limit is 30 (UAX #15, "Stream-Safe Text"); without
// one, putting them in order takes minutes for a megabyte.
const heapOfMarks = /\p{M}{31}/u

/** Whether it can be kept and composed: no NUL, no half of a character, no heap of signs on one letter. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0') && !heapOfMarks.test(text)

// Cheap first: a string has at least as many units as characters.
const withinLength = (named: Named) =>
  z.refine<string>((text) => text.length <= named.max || lengthOf(text) <= named.max, { error: tooLongText(named) })

const wellFormed = (named: Named) =>
  z.refine<string>(isStorable, {
    error: `${named.what} tiene caracteres que no se pueden guardar`,
    abort: true,
  })

/** One line (a name, a title, an address): trimmed, NFC, never blank, no control, bidirectional or zero-width characters. */
export const line = (named: Named) =>
  string(named)
    .check(
      wellFormed(named),
      z.overwrite((text) => text.normalize('NFC').trim()),
      z.refine((text) => !isBlank(text), { error: requiredText(named), abort: true }),
      z.refine((text) => !forbidden.test(text.replace(emojiJoiner, '')), {
        error: `${named.what} tiene caracteres invisibles o de control`,
      }),
      withinLength(named),
    )
    .register(z.globalRegistry, { maxLength: named.max })

/** A body of text (a post, a comment): kept as typed but for NFC, and never blank. */
export const text = (named: Named) =>
  string(named)
    .check(
      wellFormed(named),
      z.overwrite((text) => text.normalize('NFC')),
      z.refine((text) => !isBlank(text), { error: requiredText(named), abort: true }),
      withinLength(named),
    )
    .register(z.globalRegistry, { maxLength: named.max })

/** A line that may be left out: null, an empty or a blank one is null. */
export const optionalLine = (named: Named) =>
  z.pipe(
    z.nullable(string(named).check(wellFormed(named))),
    z.pipe(
      z.transform((value: string | null) => (value === null || isBlank(value) ? null : value)),
      z.nullable(line(named)),
    ),
  )

/** Some lines that may be left out: trimmed; null, an empty or a blank text is null. */
export const optionalText = (named: Named) =>
  z.pipe(
    z.nullable(string(named).check(wellFormed(named))),
    z.pipe(
      z.transform((value: string | null) => (value === null || isBlank(value) ? null : value.trim())),
      z.nullable(text(named)),
    ),
  )

/** A password: kept exactly as typed, neither trimmed nor normalised. `tooShort` is the spec's text where it has one. */
export const newPassword = (what: string, tooShort: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? `${what} es requerida` : `${what} tiene que ser un texto`) })
    .check(
      z.refine((text) => text.isWellFormed(), {
        error: `${what} tiene caracteres que no se pueden guardar`,
        abort: true,
      }),
      z.refine((text) => lengthOf(text) >= limits.password.min, { error: tooShort }),
      z.refine((text) => lengthOf(text) <= limits.password.max, {
        error: `${what} no puede tener más de ${limits.password.max} caracteres`,
      }),
    )
    .register(z.globalRegistry, { minLength: limits.password.min, maxLength: limits.password.max })

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
/** A UUID that a client makes for what it sends, so that it can be sent again. */
export const ClientId = z
  .string({ error: notAUuid })
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, notAUuid))

/** A moment on the wire: ISO 8601, UTC, milliseconds. */
export const Moment = z.iso.datetime({ precision: 3, error: 'No es un momento' })

export const ById = z.object({ id: Id })

const limitText = `Tiene que ser un número entero de 1 a ${limits.page.max}`
/** `limit` of a list. */
export const pageSize = (otherwise: number) =>
  z._default(
    z.pipe(
      z.string({ error: limitText }).check(z.regex(/^[1-9]\d{0,2}$/, limitText)),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z.int({ error: limitText }).check(z.maximum(limits.page.max, limitText)),
      ),
    ),
    otherwise,
  )

/** `limit` and `cursor` of a list; the cursor comes out of the Link header of the page before. */
export const Paging = z.object({
  limit: pageSize(limits.page.default),
  // a name of 80 characters can be thousands of bytes when it is folded: ﷺ is eighteen letters
  cursor: z.optional(z.string({ error: 'Una sola vez' }).check(z.maxLength(6000, 'Demasiado largo'))),
})

/** Words to look for; without regard to case and accents, each the beginning of a word. Blank ones look for nothing. */
export const Search = z.optional(
  z
    .string({ error: 'Una sola vez' })
    .check(z.maxLength(limits.search, `No puede tener más de ${limits.search} caracteres`)),
)

/** A flag in a query: `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false'], { error: 'Tiene que ser true o false' }),
  z.transform((value) => value === 'true'),
)
