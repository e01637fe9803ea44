import { useState } from 'react'
import { kindOf } from '../../contract/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { KindIcon } from '../files/kind-icon.tsx'
import { badges } from '../files/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { saySize } from '../ui/sizes.ts'
import { useSettled } from '../ui/use-settled.ts'
import { When } from '../ui/when.tsx'
import { CategoryFilter } from './category-filter.tsx'
import css from './picker.module.css'
import { Picker } from './picker.tsx'
import { pause, useFileSearch } from './search.ts'
import { texts } from './texts.ts'
import { tokenOf } from './token-of.ts'

export interface PickerProps {
  label: string
  open: boolean
  onInsert: (token: string) => void
  onClose: () => void
}

/** Chooses a file of the archive to link to (SPEC §2, "Select File to Link"). */
export default function FilePicker({ label, open, onInsert, onClose }: PickerProps) {
  const [search, setSearch] = useState('')
  const [category_id, setCategory] = useState<string>()
  const q = useSettled(search, pause)
  const found = useFileSearch({ q, category_id })
  const items = found.isError ? [] : (found.data?.pages.flatMap((page) => page.items) ?? [])
  return (
    <Picker
      title={texts.selectFile}
      filters={<CategoryFilter value={category_id} onChange={setCategory} />}
      search={search}
      onSearch={setSearch}
      items={items}
      isLoading={q !== search || (found.isFetching && !found.isFetchingNextPage)}
      empty={texts.noFiles}
      nameOf={(file) => file.original_name}
      show={(file) => <FileOption file={file} />}
      onMore={found.hasNextPage ? () => void found.fetchNextPage({ cancelRefetch: false }) : undefined}
      onPick={(file, words) => onInsert(tokenOf('file', file.id, words))}
      open={open}
      onClose={onClose}
      label={label}
    />
  )
}

function FileOption({ file }: { file: ArchiveFile }) {
  const kind = kindOf(file.file_type)
  return (
    <>
      <KindIcon kind={kind} size={32} />
      <div>
        <bdi className={css.name}>{file.original_name}</bdi>
        <div className={css.facts}>
          <Badge>{badges[kind]}</Badge>
          <span>{saySize(file.file_size)}</span>
          <span>{file.category_name ?? texts.noCategory}</span>
          <bdi>{file.uploaded_by}</bdi>
          <When at={file.uploaded_at} />
        </div>
      </div>
    </>
  )
}
