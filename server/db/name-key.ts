import { withAsciiDomain } from '../../contract/text/ascii-domain.ts'
import { withoutInvisible } from '../../contract/text/invisible.ts'

/** Key for comparing e-mail addresses. */
export const toEmailKey = (email: string) => withAsciiDomain(withoutInvisible(email).trim()).toLowerCase()

/**
 * Key for comparing and sorting names: without case, accents, compatibility forms, invisible characters and runs of
 * spaces (DECISIONS §2, "Users"). Ñ is a letter after n: it becomes n and U+007F, which names can't contain and which
 * sorts after every letter, so that byte order is Spanish order.
 */
export const toNameKey = (name: string) =>
  withoutInvisible(name.replace(/[^\S\ufeff]+/g, ' '))
    .normalize('NFKC')
    .toLowerCase() // to upper case and back: ẞ and ß become ss, ς becomes σ
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('n\u0303', 'n\u007f')
    .replace(/[\u0300-\u036f\ufe00-\ufe0f]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** The same for searching, where ñ is found as n. */
export const toSearchName = (name: string) => toNameKey(name).replaceAll('\u007f', '')
