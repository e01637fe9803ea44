import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../../web/theme/global.css'
import { useKeepFocus } from '../../../web/ui/hooks/use-keep-focus.ts'
import { ImageViewer } from '../../../web/ui/image-viewer/image-viewer.tsx'

let root: Root | undefined

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
  root = createRoot(document.body.appendChild(document.createElement('main')))
  flushSync(() => root?.render(<Viewer>{children}</Viewer>))
  await expect.poll(() => document.activeElement).toBe(dialog())
}

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const position = () => dialog()?.querySelector('[aria-live]')?.textContent
const button = (name: string) => document.querySelector<HTMLButtonElement>(`[aria-label='${name}']`)

afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

describe('the picture viewer', () => {
  it('moves with the arrow keys as far as the ends, but not with modifiers', async () => {
    await open()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(position()).toBe('3 de 3')
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
    expect(position()).toBe('3 de 3')
    await userEvent.keyboard('{ArrowLeft}')
    expect(position()).toBe('2 de 3')
    // a button that is disabled at the end gives the focus back
    await userEvent.click(button('Imagen siguiente') as Element)
    expect(button('Imagen siguiente')?.disabled).toBe(true)
    expect(document.activeElement).toBe(dialog())
  })

  it('takes the focus from an element that is removed', async () => {
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
    await userEvent.click(
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Retry') as Element,
    )
    expect(dialog()?.textContent).toContain('La foto')
    expect(focus).toHaveBeenCalled()
    expect(document.activeElement).toBe(dialog())
    await userEvent.keyboard('{ArrowRight}')
    expect(position()).toBe('2 de 3')
  })

  it('closes with Escape and with a click outside the picture, but not on it', async () => {
    await open(() => <img alt="Faro" src="/tests/fixtures/dibujo.png" />)
    await expect.poll(() => document.querySelector<HTMLImageElement>('img')?.naturalWidth).toBeGreaterThan(0)
    await userEvent.click(document.querySelector('img') as Element)
    expect(dialog()).not.toBeNull()
    await userEvent.click(document.querySelector('img')?.parentElement as Element, { position: { x: 5, y: 5 } })
    await expect.poll(dialog).toBeNull()
  })
})
