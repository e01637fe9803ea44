import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { filesIn, isTextField, withUniqueName } from './picked-files.ts'
import css from './uploads.module.css'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

export function DropOverlay({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((files: File[]) => files.length > 0 && onFiles(files))

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault() // the browser would open the file instead
        setOver(true)
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take(filesIn(event.dataTransfer))
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        if (isTextField(event.target)) return
        take(filesIn(event.clipboardData).map((file) => withUniqueName(file)))
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

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
