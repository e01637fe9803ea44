// Tokens of the index beside words and stems: kinds, authors, categories, titles, descriptions, beginnings.

/** Begins the tokens that aren't words of the text: those of its kind, its author and its category. */
const fieldMark = '¤'
/** Begins the words and stems of a title, which are in the index as words and stems of the text too. */
const titleMark = '¶'
/** Begins those of a file's description and address once more: they aren't what is written inside. */
const describedMark = '»'

/** The end of an id is random enough to tell it from others, and shorter. */
const fieldLength = 12

/** Begins the tokens of the people whom a text names. */
const mentionMark = '@'

export const mentionedToken = (id: string) => mentionMark + id.slice(-fieldLength)
export const fieldToken = (value: string) => fieldMark + value.slice(-fieldLength)
export const titleToken = (token: string) => titleMark + token
export const describedToken = (token: string) => describedMark + token

/** Begins the first letters of longer words: so many words begin with them that a search can't go through all. */
const beginningMark = '‹'
/** Letters of such beginnings. */
export const beginningLengths = [3, 4]

export const beginningToken = (letters: string) => beginningMark + letters
/** The beginnings of these words. */
export const beginningsOf = (words: string[]) => [
  ...new Set(
    words.flatMap((word) => {
      const letters = [...word]
      return beginningLengths
        .filter((length) => letters.length > length)
        .map((length) => beginningToken(letters.slice(0, length).join('')))
    }),
  ),
]
