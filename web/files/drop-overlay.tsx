import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import css from './drop-overlay.module.css'
import { filesIn, isTextField, named } from './picked-files.ts'
import { texts } from './texts.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Files that are dropped anywhere on the page, or pasted. */
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
        event.preventDefault() // else the browser would open the file instead of the page
        setOver(true)
      },
      { signal },
    )
    // without a related element it has left the window
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
        take(filesIn(event.clipboardData).map((file) => named(file)))
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  if (!isOver) return null
  return (
    <div className={css.overlay} aria-hidden="true">
      <p className={css.words}>
        <Icon name="upload" size={40} />
        {texts.dropHere}
      </p>
    </div>
  )
}
