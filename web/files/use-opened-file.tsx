import { useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { lazyPart } from '../ui/lazy.ts'
import type { CategoryFilter } from './api.ts'

const ArchiveImageViewer = lazyPart(() => import('./images/archive-image-viewer.tsx'))
const AudioPlayer = lazyPart(() => import('./audio/audio-player.tsx'))

interface OpenedFile {
  as: 'image' | 'audio'
  file: ArchiveFile
  category: CategoryFilter
  /** React key: opening the same file again resets the viewer. */
  opening: number
}

/** The image viewer or the audio player over a page, with all files of a category, or of the archive. */
export function useOpenedFile() {
  const [opened, setOpened] = useState<OpenedFile>()
  const [isOpen, setOpen] = useState(false)
  const open = (as: OpenedFile['as'], category: CategoryFilter) => (file: ArchiveFile) => {
    setOpened((before) => ({ as, file, category, opening: (before?.opening ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = { open: isOpen, onClose: () => setOpen(false) }
  const viewer = (
    <>
      {opened?.as === 'image' && <ArchiveImageViewer key={opened.opening} {...opened} {...dialog} />}
      {opened?.as === 'audio' && <AudioPlayer key={opened.opening} {...opened} {...dialog} />}
    </>
  )
  return { open, viewer }
}
