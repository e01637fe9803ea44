import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import { cx } from '../../ui/cx.ts'
import { Strokes } from '../../ui/icons.tsx'
import css from '../editor.module.css'
import { type FormatName, formatNames, formatOf, shortcutOf, tooltipOf } from '../formatting/formats.ts'
import { texts } from '../texts.ts'
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

type ToolProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  icon: keyof typeof paths
  label: string
  /** Keeps the focus, which the attribute `disabled` would lose. */
  isDisabled: boolean
  children?: ReactNode
}

/** A toolbar button. The focus, and a phone's keyboard, stay in the text when it is pressed. */
function Tool({ icon, label, isDisabled, onClick, className, children, ...props }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...props}
      aria-disabled={isDisabled || undefined}
      className={cx(css.tool, className)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onClick}
    >
      <Strokes d={paths[icon]} width={icon === 'bold' || icon === 'bullets' ? 2 : 1.5} />
      {children}
    </button>
  )
}

/** Separate from `ui/icons`, so that the home page doesn't load them. */
const paths = {
  image: 'M3 4h14v12H3zm0 9.5 4-4 4 4 2-2 4 3.5M12.5 7.5v.01',
  bold: 'M6 4h4.7a2.9 2.9 0 0 1 0 5.8H6zm0 5.8h5.4a3.1 3.1 0 0 1 0 6.2H6z',
  italic: 'M8.5 4H14M6 16h5.5M11.7 4 8.3 16',
  link: 'm8 12 4-4M9 6.2l1.7-1.7a3.3 3.3 0 0 1 4.8 4.8L13.8 11M11 13.8l-1.7 1.7a3.3 3.3 0 0 1-4.8-4.8L6.2 9',
  bullets: 'M8 5h9M8 10h9m-9 5h9M3.7 5h.01M3.7 10h.01M3.7 15h.01',
  numbers: 'M9 5h8M9 10h8m-8 5h8M3 4.2 4.2 3.5v4M3 12.9c.2-1.5 2.4-1.4 2.3 0 0 .8-1.6 1.5-2.3 3.1h2.4',
  quote: 'M8.3 6C5.6 6.6 4 8.4 4 11.3V14h4.2v-4H5.6M16.3 6c-2.7.6-4.3 2.4-4.3 5.3V14h4.2v-4h-2.6',
  code: 'M7 5.5 2.5 10 7 14.5m6-9 4.5 4.5-4.5 4.5',
  attach: 'm15.8 9.6-5.7 5.7a3.6 3.6 0 0 1-5.1-5.1l6.2-6.2a2.4 2.4 0 0 1 3.4 3.4l-6 6a1.2 1.2 0 0 1-1.7-1.7l5.2-5.2',
  guide: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m5-1.7c0-2.7 4-2.5 4 0 0 1.5-2 1.6-2 3.2m0 2.2v.01',
} as const
