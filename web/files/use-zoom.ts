import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isTextField } from './picked-files.ts'

const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]
const fitting = steps.indexOf(1)

/** How large pages are, by buttons and by the keys + - 0; what one looks at stays where it is. */
export function useZoom(scroller: RefObject<HTMLElement | null>, lookedAt: () => Element | null | undefined) {
  const [step, setStep] = useState(fitting)
  const anchor = useRef<{ element: Element; part: number }>(undefined)

  const become = (next: number) => {
    if (next < 0 || next >= steps.length) return
    const element = lookedAt()
    const box = element?.getBoundingClientRect()
    if (element && box) anchor.current = { element, part: (innerHeight / 2 - box.top) / box.height }
    setStep(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of size
  useLayoutEffect(() => {
    if (!anchor.current) return
    const { element, part } = anchor.current
    const { top, height } = element.getBoundingClientRect()
    scroller.current?.scrollBy(0, top + part * height - innerHeight / 2)
    anchor.current = undefined
  }, [step, scroller])

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
    if (event.key === '+') become(step + 1)
    if (event.key === '-') become(step - 1)
    if (event.key === '0') become(fitting)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return {
    factor: steps[step] ?? 1,
    canGrow: step < steps.length - 1,
    canShrink: step > 0,
    grow: () => become(step + 1),
    shrink: () => become(step - 1),
    fit: () => become(fitting),
  }
}
