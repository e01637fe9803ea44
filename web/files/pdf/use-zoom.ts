import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useListener } from '../../ui/hooks/use-listener.ts'

const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]
const fitting = steps.indexOf(1)

/** Zoom by buttons and the keys + - 0, around the middle of the window. */
export function useZoom(scroller: RefObject<HTMLElement | null>, currentPage: () => Element | null | undefined) {
  const [step, setStep] = useState(fitting)
  const anchor = useRef<{ element: Element; part: number }>(undefined)

  const zoomTo = (next: number) => {
    if (next < 0 || next >= steps.length) return
    const element = currentPage()
    const box = element?.getBoundingClientRect()
    if (element && box) anchor.current = { element, part: (innerHeight / 2 - box.top) / box.height }
    setStep(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of size
  useLayoutEffect(() => {
    if (!anchor.current) return
    const { element, part } = anchor.current
    const { top, height } = element.getBoundingClientRect()
    scroller.current?.scrollBy(0, top + part * height - innerHeight / 2)
    anchor.current = undefined
  }, [step, scroller])

  useListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    if (event.key === '+') zoomTo(step + 1)
    if (event.key === '-') zoomTo(step - 1)
    if (event.key === '0') zoomTo(fitting)
  })

  return {
    factor: steps[step] ?? 1,
    canGrow: step < steps.length - 1,
    canShrink: step > 0,
    grow: () => zoomTo(step + 1),
    shrink: () => zoomTo(step - 1),
    fit: () => zoomTo(fitting),
  }
}
