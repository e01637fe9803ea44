import { isApple } from '../../ui/is-apple.ts'
import { type FormatName, formatNames, formatOf } from './formats.ts'

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function formatOfKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): FormatName | undefined {
  const [modifier, other] = isApple() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (!modifier || other || altKey || shiftKey) return
  return formatNames.find((name) => formatOf(name).key === key.toLowerCase())
}

export function tooltipOf(name: FormatName) {
  const { label, key } = formatOf(name)
  if (!key) return label
  return `${label} (${isApple() ? '⌘' : 'Ctrl+'}${key.toUpperCase()})`
}

/** For `aria-keyshortcuts`. */
export function shortcutOf(name: FormatName) {
  const { key } = formatOf(name)
  return key && `${isApple() ? 'Meta' : 'Control'}+${key.toUpperCase()}`
}
