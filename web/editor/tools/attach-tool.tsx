import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import css from '../editor.module.css'
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

/** With its name: photos are what most people look for. */
export function PhotosTool({ isDisabled, onFiles }: Props) {
  const { input, choose } = useFileInput(texts.addPhotos, onFiles, { accept: 'image/*', multiple: true })
  return (
    <>
      <Tool icon="image" label={texts.addPhotos} className={css.photos} isDisabled={isDisabled} onClick={choose}>
        {texts.addPhotos}
      </Tool>
      {input}
    </>
  )
}
