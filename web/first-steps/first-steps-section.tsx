import { useEffect, useId, useRef, useState } from 'react'
import type { SetAside } from '../../contract/operator/first-steps.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { focusPageHeading } from '../ui/page/focus.ts'
import { Notice } from '../ui/page/notice.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { openSteps, useFirstSteps, useSetAside } from './api.ts'
import css from './first-steps.module.css'
import { Step } from './step.tsx'
import { texts } from './texts.ts'

interface Props {
  onInvite: () => void
}

/** The steps of the first evening; nothing once all are done or put away, but for a last word to the one who did the last. */
export default function FirstStepsSection({ onInvite }: Props) {
  const { data } = useFirstSteps()
  const setAside = useSetAside()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const open = openSteps(data)
  const isLeft = open !== undefined && open.length > 0
  useEffect(() => {
    if (isLeft) setWasOpen(true)
  }, [isLeft])

  const change = (body: SetAside, onDone: () => void) =>
    setAside.mutate(body, { onSuccess: onDone, onError: () => toast.error(texts.changeFailed) })

  function hide() {
    change({ name: 'all', is_set_aside: true }, () => {
      toast.success(texts.hidden)
      focusPageHeading()
    })
  }

  if (!data || !open) return null
  if (!isLeft)
    return (
      wasOpen && (
        <div className="below-5">
          <Notice icon="check" title={texts.allDone} onClose={() => setWasOpen(false)}>
            <p>{texts.allDoneText}</p>
          </Notice>
        </div>
      )
    )
  return (
    <section aria-labelledby={id} className="stack gap-3 below-6" data-print="no">
      <SectionHead
        id={id}
        title={texts.title}
        headingRef={heading}
        intro={texts.intro(open.length)}
        action={
          <Button size="s" onClick={hide}>
            {texts.hide}
          </Button>
        }
      />
      <ol className={css.steps}>
        {data.steps.map((step, index) => (
          <Step
            key={step.name}
            step={step}
            number={index + 1}
            isNext={step === open[0]}
            testMail={data.test_mail}
            onInvite={onInvite}
            onSetAside={(body) => change(body, () => heading.current?.focus())}
          />
        ))}
      </ol>
    </section>
  )
}
