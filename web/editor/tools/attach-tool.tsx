import { useRef } from 'react'
import { texts } from '../texts.ts'
import { Tool } from './tool.tsx'

interface Props {
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

export function AttachTool({ isDisabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool icon="attach" label={texts.attach} isDisabled={isDisabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={({ target }) => {
          if (target.files?.length) onFiles([...target.files])
          target.value = '' // allows choosing the same file again
        }}
      />
    </>
  )
}
