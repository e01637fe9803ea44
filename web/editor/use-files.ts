import { type ClipboardEvent, type DragEvent, useState } from 'react'

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

/** Word and Excel put a picture beside the text that is copied; a file manager puts the name beside the file. */
function filesOf(data: DataTransfer) {
  const isRichText = data.types.includes('text/plain') && data.types.includes('text/html')
  return isRichText ? [] : [...data.files]
}

/** Files that are pasted or dropped go to `onFiles`; without it the browser does what it always does. */
export function useFiles(onFiles: ((files: File[]) => void) | undefined, isReadOnly: boolean) {
  const [isDropping, setDropping] = useState(false)

  /** Whether there were files, which are taken care of. */
  function pasted(event: ClipboardEvent) {
    const files = filesOf(event.clipboardData)
    if (!onFiles || isReadOnly || files.length === 0) return false
    event.preventDefault()
    onFiles(files)
    return true
  }

  const drops = onFiles && {
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault() // or the browser would leave the page for the file
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

  return { pasted, drops, isDropping }
}
