/** White space, control and format characters, and characters without a glyph. */
export const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Joiners within an emoji (a family, a profession), selectors of its colours (❤️, 1️⃣), and the tags of a flag (🏴󠁧󠁢󠁥󠁮󠁧󠁿). */
const ofEmoji =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0020}-\u{e007f}]/u
/** Control and bidirectional characters, which change more than what nobody sees (DECISIONS §2). */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** Zero-width characters, soft hyphens, and invisible fillers and selectors: pasted texts have them. */
const withoutGlyph = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const inText = new RegExp(`(${ofEmoji.source})|(${control.source})|${withoutGlyph.source}`, 'gu')

/** A text without the characters that nobody sees, control and bidirectional ones too; the parts of an emoji stay together. */
export const withoutInvisible = (text: string) => text.replace(inText, (_, emoji: string | undefined) => emoji ?? '')

/** The same with control and bidirectional characters as they are. */
export const withoutZeroWidth = (text: string) =>
  text.replace(inText, (_, emoji: string | undefined, control: string | undefined) => emoji ?? control ?? '')

export const hasControl = (text: string) => control.test(text)

const inWords = new RegExp(`(${ofEmoji.source})|[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'gu')
const anyInWords = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** A text as it is read, without soft hyphens and the like within its words; lines and white space stay. */
export const withWholeWords = (text: string) =>
  anyInWords.test(text) ? text.replace(inWords, (_, kept: string | undefined) => kept ?? '') : text
