import type { ComponentProps } from 'react'
import { downloadAddress } from '../../contract/content/places.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { texts } from './texts.ts'

interface Props extends Pick<ComponentProps<typeof LinkButton>, 'size' | 'variant' | 'icon'> {
  file: ArchiveFile
  label?: string
}

/** Nothing for a link, which has no bytes here. */
export function DownloadButton({ file, label = texts.download, ...look }: Props) {
  const address = downloadAddress(file)
  return (
    address && (
      <LinkButton {...look} href={address} download={file.original_name}>
        {label}
      </LinkButton>
    )
  )
}
