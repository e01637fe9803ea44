import { imageTargets, replaceImages } from '../../contract/content/link-tokens.ts'

/** The first of these pictures that a text shows, and its text as typed. */
export function coverOf(content: string, pictures: string[]) {
  const cover_id = imageTargets(content).find((id) => pictures.includes(id)) ?? null
  let cover_alt = ''
  replaceImages(content, (alt, id) => {
    if (id === cover_id) cover_alt ||= alt
    return ''
  })
  return { cover_id, cover_alt }
}
