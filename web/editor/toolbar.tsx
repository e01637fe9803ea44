import { type ReactNode, useRef } from 'react'
import { AttachTool } from './attach-tool.tsx'
import { type FormatName, formatNames, formatOf } from './formats.ts'
import { shortcutOf, tooltipOf } from './keys.ts'
import { texts } from './texts.ts'
import { Tool } from './tool.tsx'
import css from './toolbar.module.css'
import { useRoving } from './use-roving.ts'

interface Props {
  label: string
  /** The id of the textarea. */
  controls: string
  isOff: boolean
  onFormat: (name: FormatName) => void
  onFiles: ((files: File[]) => void) | undefined
  onGuide: (() => void) | undefined
  tools: ReactNode
}

export function Toolbar({ label, controls, isOff, onFormat, onFiles, onGuide, tools }: Props) {
  const toolbar = useRef<HTMLDivElement>(null)
  useRoving(toolbar)
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={texts.toolbar(label)}
      aria-controls={controls}
      aria-disabled={isOff || undefined}
      className={css.toolbar}
    >
      {formatNames.map((name) => (
        <Tool
          key={name}
          icon={name}
          label={formatOf(name).label}
          title={tooltipOf(name)}
          aria-keyshortcuts={shortcutOf(name)}
          isOff={isOff}
          onClick={() => onFormat(name)}
        />
      ))}
      {onFiles && <AttachTool isOff={isOff} onFiles={onFiles} />}
      {tools && (
        <fieldset className={css.tools} disabled={isOff}>
          {tools}
        </fieldset>
      )}
      {onGuide && (
        <Tool icon="guide" label={texts.guide} className={css.guide} isOff={false} onClick={onGuide}>
          <span className={css.words}>{texts.guide}</span>
        </Tool>
      )}
    </div>
  )
}
