import { type ReactNode, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../../web/theme/global.css'
import { useKeepFocus } from '../../../web/ui/hooks/use-keep-focus.ts'
import { ImageViewer } from '../../../web/ui/image-viewer/image-viewer.tsx'
import { expectAccessible } from '../../support/web/axe.ts'
import { mount } from '../../support/web/mount.ts'

function Viewer({ children }: { children?: (index: number) => ReactNode }) {
  const [index, setIndex] = useState(0)
  const [isOpen, setOpen] = useState(true)
  return (
    <ImageViewer
      open={isOpen}
      onClose={() => setOpen(false)}
      title="Fotos"
      position={`${index + 1} de 3`}
      index={index}
      count={3}
      onStep={(by) => setIndex(Math.min(Math.max(index + by, 0), 2))}
    >
      {children?.(index)}
    </ImageViewer>
  )
}

async function open(children?: (index: number) => ReactNode) {
  const { leave } = mount(<Viewer>{children}</Viewer>)
  await expect.poll(() => document.activeElement).toBe(dialog())
  return leave
}

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const position = () => dialog()?.querySelector('[aria-live]')?.textContent

test('the picture viewer takes the focus from an element that is removed', async () => {
  function Failure({ onRetry }: { onRetry: () => void }) {
    const place = useRef<HTMLDivElement>(null)
    useKeepFocus(place)
    return (
      <div ref={place}>
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      </div>
    )
  }
  function Picture() {
    const [hasFailed, setFailed] = useState(true)
    return hasFailed ? <Failure onRetry={() => setFailed(false)} /> : <p>La foto</p>
  }
  await open(() => <Picture />)
  const focus = vi.spyOn(dialog() as HTMLElement, 'focus')
  await page.getByRole('button', { name: 'Retry' }).click()
  expect(dialog()?.textContent).toContain('La foto')
  expect(focus).toHaveBeenCalled()
  expect(document.activeElement).toBe(dialog())
  await userEvent.keyboard('{ArrowRight}')
  expect(position()).toBe('2 de 3')
})

test('the picture viewer closes with Escape and with a click outside the picture, but not on it', async () => {
  await open(() => <img alt="Faro" src="/tests/fixtures/dibujo.png" />)
  await expect.poll(() => document.querySelector<HTMLImageElement>('img')?.naturalWidth).toBeGreaterThan(0)
  await userEvent.click(document.querySelector('img') as Element)
  expect(dialog()).not.toBeNull()
  await userEvent.click(document.querySelector('img')?.parentElement as Element, { position: { x: 5, y: 5 } })
  await expect.poll(dialog).toBeNull()
})

/** A drawn picture of this size. */
function drawing(width: number, height: number) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.fillRect(0, 0, width, height / 2)
  return canvas.toDataURL()
}

const image = () => document.querySelector('img') as HTMLImageElement
const frame = () => image().parentElement as HTMLElement
const box = () => image().getBoundingClientRect()
const middle = () => ({ clientX: innerWidth / 2, clientY: innerHeight / 2 })
const wheel = (options: WheelEventInit) =>
  image().dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ...middle(), ...options }))
const pointer = (type: string, options: PointerEventInit = {}) =>
  image().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', buttons: 1, ...options }))
const click = (at = middle()) => image().dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }))

async function openImage(width: number, height: number, original?: string) {
  await page.viewport(1200, 800)
  const leave = await open((index) => (
    <img key={index} alt="Plano" src={drawing(width, height)} data-original={original} />
  ))
  await expect.poll(() => image().naturalWidth).toBe(width)
  await expect.poll(() => box().width).toBeGreaterThan(0)
  return leave
}

test('an image is enlarged and reduced by + - 0, and its parts are reached by keys; the next one is fitted again', async () => {
  await openImage(1600, 1200)
  const fitting = box().width
  expect(fitting).toBeLessThan(1200)
  const expectFactor = (factor: number) => expect(box().width / fitting).toBeCloseTo(factor, 2)
  await userEvent.keyboard('++')
  expectFactor(2.25)
  await userEvent.keyboard('-')
  expectFactor(1.5)
  await userEvent.keyboard('0-')
  expectFactor(1)
  await userEvent.keyboard('++++++++++')
  expectFactor(8)
  const { x, y } = box()
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowRight}{/Shift}')
  expect(box().y).toBeLessThan(y)
  expect(box().x).toBeLessThan(x)
  await userEvent.keyboard('{PageUp}{Shift>}{ArrowLeft}{/Shift}')
  expect(box().x).toBe(x)
  expect(box().y).toBeGreaterThan(y)
  expect(position()).toBe('1 de 3')
  await userEvent.keyboard('{ArrowRight}')
  expect(position()).toBe('2 de 3')
  await expect.poll(() => box().width).toBeCloseTo(fitting)
  expect(frame().scrollTop).toBe(0)
  await userEvent.keyboard('+{Escape}')
  await expect.poll(dialog).toBeNull()
})

test('an image grows around the pointer of a wheel, and around the middle of two fingers', async () => {
  await openImage(1600, 1200)
  const fitting = box()
  const at = { clientX: fitting.x + fitting.width / 4, clientY: fitting.y + fitting.height / 4 }
  const parts = () => [(at.clientX - box().x) / box().width, (at.clientY - box().y) / box().height]
  wheel({ deltaY: -600, ...at })
  expect(box().width / fitting.width).toBeCloseTo(4)
  for (const part of parts()) expect(part).toBeCloseTo(1 / 4, 2)
  wheel({ deltaY: 5000, ...at })
  expect(box().width).toBeCloseTo(fitting.width)

  const fingers = (type: string, distance: number) => {
    const touches = [-1, 1].map(
      (side) =>
        new Touch({
          identifier: side + 1,
          target: image(),
          clientX: at.clientX + (side * distance) / 2,
          clientY: at.clientY,
        }),
    )
    const event = new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: touches })
    image().dispatchEvent(event)
    return event
  }
  fingers('touchstart', 100)
  expect(fingers('touchmove', 300).defaultPrevented).toBe(true)
  expect(box().width / fitting.width).toBeCloseTo(3)
  for (const part of parts()) expect(part).toBeCloseTo(1 / 4, 2)
  fingers('touchmove', 50)
  expect(box().width).toBeCloseTo(fitting.width)
})

test('an image grows where it is clicked twice, is moved by the mouse’s button, which closes nothing, and a finger that moves it is no swipe', async () => {
  await openImage(1600, 1200)
  const fitting = box().width
  click()
  expect(box().width).toBe(fitting)
  click()
  expect(box().width / fitting).toBeCloseTo(2.5)
  const { x, y } = box()
  pointer('pointermove', { movementX: 30, movementY: -20 })
  expect([box().x - x, box().y - y]).toEqual([30, -20])
  frame().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(dialog()).not.toBeNull()
  const touch = (clientX: number) => [new Touch({ identifier: 1, target: image(), clientX, clientY: 300 })]
  image().dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: touch(600) }))
  image().dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: touch(300) }))
  expect(position()).toBe('1 de 3')
  pointer('pointermove', { buttons: 0 })
  click()
  click()
  expect(box().width).toBeCloseTo(fitting)
})

test('a long image is as wide as the window allows and scrolls; its keyboard reaches the end', async () => {
  await openImage(1080, 8000)
  expect(box().width).toBeGreaterThan(900)
  expect(box().height / box().width).toBeCloseTo(8000 / 1080)
  expect(box().top).toBeGreaterThanOrEqual(frame().getBoundingClientRect().top)
  expect(wheel({ deltaY: 100 })).toBe(true)
  expect(frame().tabIndex).toBe(0)
  for (let presses = 0; presses < 20; presses++) await userEvent.keyboard('{PageDown}')
  expect(box().bottom - frame().getBoundingClientRect().bottom).toBeLessThan(1)
  await expectAccessible('a long image')
  await userEvent.keyboard('{ArrowRight}')
  expect(position()).toBe('2 de 3')
  await expect.poll(() => frame().scrollTop).toBe(0)
})

test('an image is replaced by its original when it is enlarged, and at once when it is too narrow to read', async () => {
  const original = drawing(3200, 2400)
  const leave = await openImage(1600, 1200, original)
  const fitting = box().width
  expect(image().naturalWidth).toBe(1600)
  await userEvent.keyboard('+')
  await expect.poll(() => image().naturalWidth).toBe(3200)
  expect(box().width / fitting).toBeCloseTo(1.5)
  leave()
  await page.viewport(1200, 800)
  await open(() => <img alt="Captura" src={drawing(200, 1600)} data-original={drawing(800, 6400)} />)
  await expect.poll(() => image().naturalWidth).toBe(800)
  await expect.poll(() => box().width).toBe(800)
})
