import { useRef } from 'react'
import { texts } from './texts.ts'
import { Tool } from './tool.tsx'

interface Props {
  isOff: boolean
  onFiles: (files: File[]) => void
}

/** Chooses files: the only way on a phone, where nothing is dragged. */
export function AttachTool({ isOff, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool icon="attach" label={texts.attach} isOff={isOff} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={({ target }) => {
          if (target.files?.length) onFiles([...target.files])
          target.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}
