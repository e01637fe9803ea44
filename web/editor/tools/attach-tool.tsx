import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import { texts } from '../texts.ts'
import { Tool } from './tool.tsx'

interface Props {
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

export function AttachTool({ isDisabled, onFiles }: Props) {
  const { input, choose } = useFileInput(texts.attach, onFiles)
  return (
    <>
      <Tool icon="attach" label={texts.attach} isDisabled={isDisabled} onClick={choose} />
      {input}
    </>
  )
}
