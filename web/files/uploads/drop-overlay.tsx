import { useState } from 'react'
import { useListener } from '../../ui/hooks/use-listener.ts'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { withUniqueName } from './upload-queue.ts'
import css from './uploads.module.css'

/** Dragged or pasted files, without folders. */
function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=file]), textarea'))

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

export function DropOverlay({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = (files: File[]) => files.length > 0 && onFiles(files)

  useListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault() // the browser would open the file instead
    setOver(true)
  })
  useListener('dragleave', (event) => event.relatedTarget === null && setOver(false))
  useListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    take(filesIn(event.dataTransfer))
  })
  useListener('paste', (event) => {
    if (!isTextField(event.target)) take(filesIn(event.clipboardData).map(withUniqueName))
  })

  if (!isOver) return null
  return (
    <div className={css.overlay} aria-hidden="true">
      <p className={css.dropText}>
        <Icon name="upload" size={40} />
        {texts.dropHere}
      </p>
    </div>
  )
}
