/**
 * A name as it is compared and sorted: without regard to case, accents, compatibility forms or runs of spaces
 * (DECISIONS §2, "Users"). Ñ is a letter of its own, after n: it becomes n and U+007F, which no name may hold and which
 * sorts after every letter, so that byte order is Spanish order.
 */
export const foldName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase() // there and back: ẞ and ß are ss, ς is σ
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('n\u0303', 'n\u007f')
    .replace(/[\u0300-\u036f\ufe00-\ufe0f]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
