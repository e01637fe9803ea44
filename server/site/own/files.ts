import { toIso } from '../../lib/time.ts'
import { copyFile } from '../files.ts'
import type { ListedFile } from '../queries.ts'
import type { OwnSite, PlacedFile } from './layout.ts'

/** Copies the person's files under their own names. One that was deleted meanwhile is left out. */
export async function writeFiles(site: OwnSite) {
  for (const file of site.files) {
    const result = await copyFile(site, file, file.bytes_key, file.path)
    if (result === 'missing') {
      site.missing.add(file.id)
      site.targets.set(`file ${file.id}`, { title: file.original_name })
    } else if (result === 'deleted') {
      site.files = site.files.filter((other) => other !== file)
      site.targets.delete(`file ${file.id}`)
    }
  }
}

/** True if the bytes of a file are in the site. */
export const isIn = ({ withFiles, missing }: OwnSite, { id }: PlacedFile) => withFiles && !missing.has(id)

export const fileObject = (site: OwnSite, file: PlacedFile) => ({
  id: file.id,
  name: file.original_name,
  path: isIn(site, file) ? file.path : null,
  type: file.file_type,
  bytes: file.file_size,
  description: file.description,
  category: file.category_name,
  uploaded_at: toIso(file.uploaded_at),
})

export const linkObject = (link: ListedFile) => ({
  id: link.id,
  name: link.original_name,
  title: link.title,
  url: link.original_url,
  description: link.description,
  category: link.category_name,
  added_at: toIso(link.uploaded_at),
})
