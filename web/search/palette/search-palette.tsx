import { Suspense, useEffect } from 'react'
import { useStore } from '../../api/use-store.ts'
import { isApple } from '../../ui/is-apple.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import { closePalette, loadPalette, openPalette, palette } from './open-palette.ts'
import type { PaletteProps } from './palette-dialog.tsx'
import { texts } from './texts.ts'

const PaletteDialog = lazyPart<PaletteProps>(loadPalette, toastAndClose(texts.unavailable))

/** In the editor these keys make a link. */
function onKeyDown(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  const [modifier, other] = isApple() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (key.toLowerCase() !== 'k' || !modifier || other || altKey || shiftKey || defaultPrevented) return
  event.preventDefault()
  if (palette.get().isOpen) closePalette()
  // not over another dialog
  else if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) openPalette()
}

/** The search of everything over any page: Ctrl+K, or the button in the header. */
export function SearchPalette() {
  const { opening, isOpen, opener } = useStore(palette)
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      closePalette()
    }
  }, [])
  // mounted also when closed, so that the dialog can return the focus
  return (
    opening > 0 && (
      <Suspense>
        <PaletteDialog key={opening} opener={opener} open={isOpen} onClose={closePalette} />
      </Suspense>
    )
  )
}
