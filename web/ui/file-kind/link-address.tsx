import type { ArchiveFile } from '../../../contract/files.ts'
import css from './file-kind.module.css'

/** Title of a link's page, or the name of the file. */
export const titleOf = ({ title, original_name }: ArchiveFile) => title ?? original_name

/** Address of a link that is shown by its title: its host and as much of the rest as there is room for. */
export function LinkAddress({ file }: { file: ArchiveFile }) {
  if (!file.title) return null
  const address = file.original_name.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return (
    <bdi dir="ltr" className={css.address} title={file.original_url ?? undefined}>
      {address}
    </bdi>
  )
}
