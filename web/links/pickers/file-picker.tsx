import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { kindOf } from '../../../contract/content/file-kinds.ts'
import { formatFile } from '../../../contract/content/link-tokens.ts'
import { formatSize } from '../../../contract/content/sizes.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { useFiles } from '../../files/api.ts'
import { Thumbnail } from '../../files/images/thumbnail.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { KindBadge, KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import { LinkAddress, titleOf } from '../../ui/file-kind/link-address.tsx'
import { When } from '../../ui/format/when.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { texts } from '../texts.ts'
import css from './picker.module.css'
import { Picker, type PickerProps, usePickerSearch } from './picker.tsx'

/** SPEC §2, "Select File to Link". */
export default function FilePicker({ showsImages, onInsert, ...dialog }: PickerProps) {
  const search = usePickerSearch()
  const [isImage, setImage] = useState(false)
  const query = useFiles(search.filter, { placeholderData: keepPreviousData })
  return (
    <Picker
      {...dialog}
      title={texts.selectFile}
      filter={showsImages && <Checkbox label={texts.asImage} checked={isImage} onCheckedChange={setImage} />}
      search={search}
      query={query}
      empty={texts.noFiles}
      nameOf={(file) => file.original_name}
      renderItem={(file) => <FileOption file={file} />}
      onPick={(file, linkText) => onInsert(formatFile(file, isImage, linkText))}
    />
  )
}

function FileOption({ file }: { file: ArchiveFile }) {
  const kind = kindOf(file.file_type)
  return (
    <>
      <div className={css.picture}>
        {file.thumb_url ? <Thumbnail address={file.thumb_url} kind={kind} /> : <KindIcon kind={kind} size={32} />}
      </div>
      <div className="shrinks">
        <bdi className="strong breaks">{titleOf(file)}</bdi>
        <LinkAddress file={file} />
        <Facts as="div">
          <KindBadge kind={kind} />
          {file.source_type === 'upload' && <span>{formatSize(file.file_size)}</span>}
          <span>{file.category_name ?? texts.noCategory}</span>
          <bdi>{file.uploaded_by}</bdi>
          <When at={file.uploaded_at} />
        </Facts>
      </div>
    </>
  )
}
