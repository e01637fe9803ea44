import type { ArchiveFile } from '../../../contract/files.ts'
import { ImageViewer } from '../../ui/image-viewer/image-viewer.tsx'
import type { CategoryFilter } from '../api.ts'
import { texts } from '../texts.ts'
import { useMediaSet } from '../use-media-set.ts'
import { ArchiveImage } from './archive-image.tsx'
import css from './archive-images.module.css'
import { ImageFacts, ImageLinks } from './image-facts.tsx'
import { ThumbnailStrip } from './thumbnail-strip.tsx'

interface Props {
  file: ArchiveFile
  category: CategoryFilter
  open: boolean
  onClose: () => void
}

export default function ArchiveImageViewer({ file: opened, category, open, onClose }: Props) {
  const { file, files, index, total, step, choose } = useMediaSet('image', category, opened)
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
      <ArchiveImage key={file.id} file={file} neighbours={[files[index + 1], files[index - 1]]} />
    </ImageViewer>
  )
}
