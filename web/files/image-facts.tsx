import type { ArchiveFile } from '../../contract/files.ts'
import { UsedInBelow } from '../links/used-in.tsx'
import { AnchorButton } from '../ui/button.tsx'
import { sayKilobytes } from '../ui/sizes.ts'
import { When } from '../ui/when.tsx'
import css from './image-viewer.module.css'
import { downloadAddress } from './paths.ts'
import { texts } from './texts.ts'

/** The picture as it was uploaded: in another tab, or as a download. */
export function ImageLinks({ file }: { file: ArchiveFile }) {
  return (
    <>
      {file.cloudinary_url && (
        <AnchorButton size="s" variant="quiet" href={file.cloudinary_url} target="_blank" rel="noopener noreferrer">
          {texts.original}
        </AnchorButton>
      )}
      <AnchorButton
        size="s"
        variant="quiet"
        icon="download"
        href={downloadAddress(file) ?? undefined}
        download={file.original_name}
      >
        {texts.download}
      </AnchorButton>
    </>
  )
}

export function ImageFacts({ file }: { file: ArchiveFile }) {
  return (
    <div className={css.facts}>
      {file.description && <p className={css.description}>{file.description}</p>}
      <p className={css.small}>
        <span>
          {texts.uploadedBy} <bdi>{file.uploaded_by}</bdi>
        </span>
        <When at={file.uploaded_at} />
        <span>{sayKilobytes(file.file_size)}</span>
      </p>
      <UsedInBelow key={file.id} file={file} />
    </div>
  )
}
