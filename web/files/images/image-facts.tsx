import { downloadAddress } from '../../../contract/content/places.ts'
import { formatKilobytes } from '../../../contract/content/sizes.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { AnchorButton } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { texts } from '../texts.ts'
import { UsedInBelow } from '../used-in/used-in.tsx'
import css from './archive-images.module.css'

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
