import { type ReactNode, useRef } from 'react'
import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import css from '../editor.module.css'
import { type FormatName, formatNames, formatOf, shortcutOf, tooltipOf } from '../formatting/formats.ts'
import { texts } from '../texts.ts'
import { Tool } from './tool.tsx'
import { useRovingFocus } from './use-roving-focus.ts'

interface Props {
  label: string
  controls: string
  isDisabled: boolean
  onFormat: (name: FormatName) => void
  onFiles: ((files: File[]) => void) | undefined
  onGuide: (() => void) | undefined
  tools: ReactNode
}

export function Toolbar({ label, controls, isDisabled, onFormat, onFiles, onGuide, tools }: Props) {
  const toolbar = useRef<HTMLDivElement>(null)
  useRovingFocus(toolbar)
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={texts.toolbar(label)}
      aria-controls={controls}
      aria-disabled={isDisabled || undefined}
      className={css.toolbar}
    >
      {onFiles && <PhotosTool isDisabled={isDisabled} onFiles={onFiles} />}
      {formatNames.map((name) => (
        <Tool
          key={name}
          icon={name}
          label={formatOf(name).label}
          title={tooltipOf(name)}
          aria-keyshortcuts={shortcutOf(name)}
          isDisabled={isDisabled}
          onClick={() => onFormat(name)}
        />
      ))}
      {onFiles && <AttachTool isDisabled={isDisabled} onFiles={onFiles} />}
      {tools && (
        <fieldset className={css.tools} disabled={isDisabled}>
          {tools}
        </fieldset>
      )}
      {onGuide && (
        <Tool icon="guide" label={texts.guide} className={css.guide} isDisabled={false} onClick={onGuide}>
          <span>{texts.guide}</span>
        </Tool>
      )}
    </div>
  )
}

interface FileToolProps {
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

function AttachTool({ isDisabled, onFiles }: FileToolProps) {
  const { input, choose } = useFileInput(texts.attach, onFiles)
  return (
    <>
      <Tool icon="attach" label={texts.attach} isDisabled={isDisabled} onClick={choose} />
      {input}
    </>
  )
}

/** With its name: photos are what most people look for. */
function PhotosTool({ isDisabled, onFiles }: FileToolProps) {
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
