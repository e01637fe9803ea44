import { type ComponentType, useSyncExternalStore } from 'react'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { texts } from './texts.ts'

let loaded: ComponentType<LinkTokenProps> | undefined
let hasBegun = false
const listeners = new Set<() => void>()

const AsWritten = ({ label, children }: LinkTokenProps) => children ?? label

async function load() {
  hasBegun = true
  loaded = await import('./link-token.tsx').then(
    ({ default: LinkToken }) => LinkToken,
    () => AsWritten,
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!hasBegun) void load()
  return () => void listeners.delete(listener)
}

/**
 * Loaded with the first text that has a token. All tokens of a page are drawn at once then, and so ask together: with
 * `lazy` each would come in its own time.
 */
export function LazyLinkToken(props: LinkTokenProps) {
  const LinkToken = useSyncExternalStore(subscribe, () => loaded)
  return LinkToken ? <LinkToken {...props} /> : texts.loading(props.label)
}
