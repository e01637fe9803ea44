/** The paragraphs of a letter, each with its lines: blank lines end them. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
