import { useState } from 'react'
import { isViewable } from '../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { lazyPart } from '../ui/lazy.ts'
import type { CategoryFilter } from './api.ts'

const ArchiveImageViewer = lazyPart(() => import('./images/archive-image-viewer.tsx'))
const AudioPlayer = lazyPart(() => import('./audio/audio-player.tsx'))

interface OpenedFile {
  file: ArchiveFile
  category: CategoryFilter
  /** React key: opening the same file again resets the viewer. */
  opening: number
}

/** The image viewer or the audio player over a page, with all files of a category, or of the archive. */
export function useOpenedFile() {
  const [opened, setOpened] = useState<OpenedFile>()
  const [isOpen, setOpen] = useState(false)
  const open = (category: CategoryFilter) => (file: ArchiveFile) => {
    setOpened((before) => ({ file, category, opening: (before?.opening ?? 0) + 1 }))
    setOpen(true)
  }
  const Viewer = opened && isViewable(opened.file) ? ArchiveImageViewer : AudioPlayer
  const viewer = opened && <Viewer key={opened.opening} {...opened} open={isOpen} onClose={() => setOpen(false)} />
  return { open, viewer }
}
