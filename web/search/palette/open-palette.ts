import { createStore } from '../../api/store.ts'

/** The number of the opening makes each a new palette; it stays when the palette closes. */
export const palette = createStore({ opening: 0, isOpen: false })

export const openPalette = () => palette.set({ opening: palette.get().opening + 1, isOpen: true })

export const closePalette = () => palette.set({ ...palette.get(), isOpen: false })

export const loadPalette = () => import('./palette-dialog.tsx')
