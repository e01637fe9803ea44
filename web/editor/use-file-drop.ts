import { type ClipboardEvent, type DragEvent, useState } from 'react'

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

/** Word and Excel add a picture to copied text, which isn't meant as a file. */
function filesOf(data: DataTransfer) {
  const isRichText = data.types.includes('text/plain') && data.types.includes('text/html')
  return isRichText ? [] : [...data.files]
}

/** Passes pasted and dropped files to `onFiles`; without it the browser's default applies. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined, isReadOnly: boolean) {
  const [isDropping, setDropping] = useState(false)

  function takePastedFiles(event: ClipboardEvent) {
    const files = filesOf(event.clipboardData)
    if (!onFiles || isReadOnly || files.length === 0) return false
    event.preventDefault()
    onFiles(files)
    return true
  }

  const dropProps = onFiles && {
    'data-dropping': isDropping || undefined,
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault() // otherwise the browser would replace the page with the file
      event.dataTransfer.dropEffect = isReadOnly ? 'none' : 'copy'
      setDropping(!isReadOnly)
    },
    onDragLeave: () => setDropping(false),
    onDrop(event: DragEvent) {
      setDropping(false)
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      const files = [...event.dataTransfer.files]
      if (!isReadOnly && files.length > 0) onFiles(files)
    },
  }

  return { takePastedFiles, dropProps }
}
