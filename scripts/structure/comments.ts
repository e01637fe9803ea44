import { readFileSync } from 'node:fs'

/** The first word of a comment that leaves out the thing that it is about (STYLE.md, "Words"). */
const firstWord = /(?:\/\*\*?|\/\/)\s*(?:\*\s*)?(Of|What|Whatever|Whether|Who|Whoever|Whom|Whose|Those)\b/g

/** Comments of the product that don't begin with a noun or a verb. */
export function checkComments(paths: string[]): string[] {
  return paths
    .filter((path) => /^(contract|server|web)\/.*\.(tsx?|css)$/.test(path) && !path.includes('/migrations/'))
    .flatMap((path) => {
      const words = [...readFileSync(path, 'utf8').matchAll(firstWord)].map(([, word]) => word)
      return words.map((word) => `${path}: a comment begins with '${word}': name the thing first (STYLE.md)`)
    })
}
