import { Fragment, useId } from 'react'
import { CopyButton, useCopy } from '../ui/controls/copy-button.tsx'
import css from './first-steps.module.css'
import { texts } from './texts.ts'

export const ImportCommands = () => (
  <>
    <dl className={css.commands}>
      {texts.commands.map((one) => (
        <Command key={one.label} {...one} />
      ))}
    </dl>
    <p className="muted small">{texts.placeholders}</p>
  </>
)

function Command({ label, command }: (typeof texts.commands)[number]) {
  const id = useId()
  const { shown, hasFailed, copying } = useCopy<HTMLElement>(command)
  return (
    <div className={css.command}>
      <dt id={id} className="strong small">
        {label}
      </dt>
      <dd>
        <div className={css.line}>
          <code ref={shown} translate="no">
            {command.split(' ').map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word can occur twice
              <Fragment key={index}>
                <span>{word}</span>{' '}
              </Fragment>
            ))}
          </code>
          <CopyButton size="s" texts={texts} aria-describedby={id} {...copying} />
        </div>
        <p role="status" className="small">
          {hasFailed && texts.copyFailed}
        </p>
      </dd>
    </div>
  )
}
