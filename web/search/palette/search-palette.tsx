import { useEffect } from 'react'
import { createStore, useStore } from '../../api/store.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { useListener } from '../../ui/hooks/use-listener.ts'
import { isApple } from '../../ui/is-apple.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import type { PaletteProps } from './palette-dialog.tsx'
import { texts } from './texts.ts'

interface Palette {
  /** The number of the opening makes each a new palette; it stays when the palette closes. */
  opening: number
  isOpen: boolean
  /** Had the focus before, and gets it back. */
  opener: Element | null
}

const palette = createStore<Palette>({ opening: 0, isOpen: false, opener: null })

const openPalette = () =>
  palette.set({ opening: palette.get().opening + 1, isOpen: true, opener: document.activeElement })

const closePalette = () => palette.set({ ...palette.get(), isOpen: false })

const loadPalette = () => import('./palette-dialog.tsx')

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
  useListener('keydown', onKeyDown)
  useEffect(() => closePalette, [])
  // mounted also when closed, so that the dialog can return the focus
  return opening > 0 && <PaletteDialog key={opening} opener={opener} open={isOpen} onClose={closePalette} />
}

const preload = () => void loadPalette().catch(() => {})

export const SearchButton = () => (
  <IconButton
    icon="search"
    label={texts.search}
    title={texts.searchWith(isApple() ? '⌘K' : 'Ctrl+K')}
    aria-haspopup="dialog"
    aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
    onPointerEnter={preload}
    onFocus={preload}
    onClick={openPalette}
  />
)
