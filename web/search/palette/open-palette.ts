import { createStore } from '../../api/store.ts'

interface Palette {
  /** The number of the opening makes each a new palette; it stays when the palette closes. */
  opening: number
  isOpen: boolean
  /** Had the focus before, and gets it back. */
  opener: Element | null
}

export const palette = createStore<Palette>({ opening: 0, isOpen: false, opener: null })

export const openPalette = () =>
  palette.set({ opening: palette.get().opening + 1, isOpen: true, opener: document.activeElement })

export const closePalette = () => palette.set({ ...palette.get(), isOpen: false })

export const loadPalette = () => import('./palette-dialog.tsx')
