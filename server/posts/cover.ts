import { imageTargets } from '../../contract/content/link-tokens.ts'

/** The first of these pictures that a text shows. */
export const coverOf = (content: string, pictures: string[]) =>
  imageTargets(content).find((id) => pictures.includes(id)) ?? null
