/** Paragraphs of a plain text, separated by blank lines. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
