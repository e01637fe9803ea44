import { isViewable } from '../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import type { CategoryFilter } from './api.ts'

const ArchiveImageViewer = lazyPart(() => import('./images/archive-image-viewer.tsx'))
const AudioPlayer = lazyPart(() => import('./audio/audio-player.tsx'))

/** The image viewer or the audio player over a page, with all files of a category, or of the archive. */
export function useOpenedFile() {
  const { shown, open, close } = useDialogTarget<{ id: string; file: ArchiveFile; category: CategoryFilter }>()
  const opened = shown?.target
  const Viewer = opened && isViewable(opened.file) ? ArchiveImageViewer : AudioPlayer
  return {
    open: (category: CategoryFilter) => (file: ArchiveFile) => open({ id: file.id, file, category }),
    viewer: opened && <Viewer key={shown.key} {...opened} open={shown.isOpen} onClose={() => close(true)} />,
  }
}
