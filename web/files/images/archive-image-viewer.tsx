import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { ImageViewer } from '../../ui/image-viewer/image-viewer.tsx'
import { ViewedImage } from '../../ui/image-viewer/viewed-image.tsx'
import { type CategoryFilter, useRefetchFile } from '../api.ts'
import { texts } from '../texts.ts'
import { useMediaSet } from '../use-media-set.ts'
import css from './archive-image-viewer.module.css'
import { ImageFacts, ImageLinks } from './image-facts.tsx'
import { ThumbnailStrip } from './thumbnail-strip.tsx'

interface Props {
  file: ArchiveFile
  category: CategoryFilter
  open: boolean
  onClose: () => void
}

const addressOf = ({ screen_url, cloudinary_url }: ArchiveFile) => screen_url ?? cloudinary_url ?? ''

export default function ArchiveImageViewer({ file: opened, category, open, onClose }: Props) {
  const { file, files, index, total, step, choose } = useMediaSet('image', category, opened)
  const refetchFile = useRefetchFile()
  return (
    <ImageViewer
      open={open}
      onClose={onClose}
      title={
        <>
          <bdi>{file.original_name}</bdi> <span className={css.escape}>{texts.escape}</span>
        </>
      }
      position={texts.position(index + 1, total)}
      actions={<ImageLinks file={file} />}
      index={index}
      count={total}
      onStep={step}
      footer={
        <>
          <ImageFacts file={file} />
          {total > 1 && <ThumbnailStrip files={files} current={index} onChoose={choose} />}
        </>
      }
    >
      <ViewedImage
        key={file.id}
        src={addressOf(file)}
        alt={file.original_name}
        original={(file.screen_url && isShownEverywhere(file.file_type) && file.cloudinary_url) || undefined}
        ahead={[files[index + 1]?.screen_url, files[index - 1]?.screen_url]}
        reload={async () => addressOf(await refetchFile(file.id))}
      />
    </ImageViewer>
  )
}
