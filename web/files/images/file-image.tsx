import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { ViewedImage } from '../../ui/image-viewer/viewed-image.tsx'
import { useRefetchFile } from '../api.ts'

interface Props {
  file: ArchiveFile
  /** Loaded after this image. */
  neighbours?: (ArchiveFile | undefined)[]
}

const addressOf = ({ screen_url, cloudinary_url }: ArchiveFile) => screen_url ?? cloudinary_url ?? ''

export function FileImage({ file, neighbours = [] }: Props) {
  const refetchFile = useRefetchFile()
  return (
    <ViewedImage
      src={addressOf(file)}
      alt={file.original_name}
      original={(file.screen_url && isShownEverywhere(file.file_type) && file.cloudinary_url) || undefined}
      ahead={neighbours.map((neighbour) => neighbour?.screen_url)}
      reload={async () => addressOf(await refetchFile(file.id))}
    />
  )
}
