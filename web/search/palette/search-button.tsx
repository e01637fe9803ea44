import { IconButton } from '../../ui/controls/button.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { loadPalette, openPalette } from './open-palette.ts'
import { texts } from './texts.ts'

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
