import { formatKilobytes } from '../../../contract/content/sizes.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { LinkButton } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { ImageViewer } from '../../ui/image-viewer/image-viewer.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { DownloadButton } from '../download-button.tsx'
import { texts } from '../texts.ts'
import { type OpenedFileProps, useMediaSet } from '../use-media-set.ts'
import { UsedInBelow } from '../used-in/used-in.tsx'
import css from './archive-images.module.css'
import { FileImage } from './file-image.tsx'
import { ThumbnailStrip } from './thumbnail-strip.tsx'

export default function ArchiveImageViewer({ file: opened, category, open, onClose }: OpenedFileProps) {
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
      <FileImage key={file.id} file={file} neighbours={[files[index + 1], files[index - 1]]} />
    </ImageViewer>
  )
}

function ImageLinks({ file }: { file: ArchiveFile }) {
  return (
    <>
      {file.cloudinary_url && (
        <LinkButton size="s" variant="quiet" href={file.cloudinary_url} target="_blank" rel="noopener noreferrer">
          {texts.original}
        </LinkButton>
      )}
      <DownloadButton file={file} size="s" variant="quiet" icon="download" />
    </>
  )
}

function ImageFacts({ file }: { file: ArchiveFile }) {
  return (
    <div className={css.facts}>
      {file.description && <p className={css.description}>{file.description}</p>}
      <Facts className={css.small}>
        <span>
          {texts.uploadedBy} <bdi>{file.uploaded_by}</bdi>
        </span>
        <When at={file.uploaded_at} />
        <span>{formatKilobytes(file.file_size)}</span>
      </Facts>
      <UsedInBelow key={file.id} file={file} />
    </div>
  )
}
