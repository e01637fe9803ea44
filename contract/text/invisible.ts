/** White space, control and format characters, and characters without a glyph. */
export const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Joiners within an emoji (a family, a profession), selectors of its colours (❤️, 1️⃣), and the tags of a flag (🏴󠁧󠁢󠁥󠁮󠁧󠁿). */
const ofEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0020}-\u{e007f}]/u
/** Control, bidirectional and zero-width characters (DECISIONS §2), and invisible fillers and selectors. */
const withoutGlyph = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

const inText = new RegExp(`(${ofEmoji.source})|${withoutGlyph.source}`, 'gu')

/** A text without the characters that nobody sees; the parts of an emoji stay together. */
export const withoutInvisible = (text: string) => text.replace(inText, (_, kept: string | undefined) => kept ?? '')

export const hasInvisible = (text: string) => withoutInvisible(text) !== text
