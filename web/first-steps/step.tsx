import { type ReactNode, useEffect, useState } from 'react'
import {
  type FirstStep,
  type FirstSteps,
  isOpen,
  optionalSteps,
  type SetAside,
} from '../../contract/operator/first-steps.ts'
import { pages } from '../../contract/pages.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { WithCode } from '../ui/with-code.tsx'
import css from './first-steps.module.css'
import { ImportCommands } from './import-commands.tsx'
import { TestMail } from './test-mail.tsx'
import { texts } from './texts.ts'

interface Props {
  step: FirstStep
  number: number
  isNext: boolean
  testMail: FirstSteps['test_mail']
  onInvite: () => void
  onSetAside: (change: SetAside) => void
}

const findOptional = (name: string) => optionalSteps.find((optional) => optional === name)

/** A step with its state in a word; below it what is missing, shown for the next one and by a press. */
export function Step({ step, number, isNext, ...rest }: Props) {
  const { name, missing, is_set_aside } = step
  const [isShown, setShown] = useState(isNext)
  useEffect(() => {
    if (isNext) setShown(true)
  }, [isNext])
  const word = missing.length === 0 ? 'done' : is_set_aside ? 'aside' : 'open'
  const head = (
    <>
      <span className={css.mark} data-word={word} aria-hidden="true">
        {word === 'done' ? <Icon name="check" size={18} /> : number}
      </span>
      <span className={css.name}>{texts.names[name].title}</span>
      <span className={css.word} data-word={word}>
        {texts.words[word]}
      </span>
    </>
  )
  // the answer to a test stays in sight when it has made the step done
  const hasContent = word !== 'done' || (name === 'mail' && rest.testMail !== null && isShown)
  return (
    <li>
      {hasContent ? (
        <details open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
          <summary className={css.head}>
            {head}
            <Icon name="chevron" size={18} className={css.chevron} />
          </summary>
          <div className={css.content}>
            <StepContent step={step} {...rest} />
          </div>
        </details>
      ) : (
        <div className={css.head}>{head}</div>
      )}
    </li>
  )
}

function StepContent({ step, testMail, onInvite, onSetAside }: Omit<Props, 'number' | 'isNext'>) {
  const { name, missing, is_set_aside } = step
  const optional = findOptional(name)
  const lacks = (code: (typeof missing)[number]) => missing.includes(code)
  return (
    <>
      {missing.map((code) => (
        <p key={code}>
          <WithCode text={texts.missing[code]} />
        </p>
      ))}
      {name === 'imports' && <ImportCommands />}
      {name === 'mail' && !lacks('mail_server') && <TestMail found={testMail} />}
      <Actions>
        {lacks('own_password') && <LinkButton to={pages.account.path}>{texts.toAccount}</LinkButton>}
        {lacks('categories') && <LinkButton to={pages.adminCategories.path}>{texts.toCategories}</LinkButton>}
        {lacks('snapshot') && <LinkButton to={pages.adminState.path}>{texts.toState}</LinkButton>}
        {lacks('others') && <Button onClick={onInvite}>{texts.invite}</Button>}
        {optional && (isOpen(step) || is_set_aside) && (
          <Button onClick={() => onSetAside({ name: optional, is_set_aside: !is_set_aside })}>
            {is_set_aside ? texts.takeBack : texts.setAside}
          </Button>
        )}
      </Actions>
    </>
  )
}

const Actions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>
