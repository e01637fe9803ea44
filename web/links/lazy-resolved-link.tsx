import type { ComponentType } from 'react'
import { createStore, useStore } from '../api/store.ts'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { texts } from './texts.ts'

const loaded = createStore<ComponentType<LinkTokenProps> | undefined>(undefined)
let isLoading = false

const Unresolved = ({ label, children }: LinkTokenProps) => children ?? label

async function load() {
  isLoading = true
  loaded.set(
    await import('./resolved-link.tsx').then(
      ({ default: ResolvedLink }) => ResolvedLink,
      () => Unresolved,
    ),
  )
}

function subscribe(listener: () => void) {
  if (!isLoading) void load()
  return loaded.subscribe(listener)
}

/**
 * `ResolvedLink`, loaded with the first text that has a link token. All tokens of a page are then rendered at once and resolved in one
 * request, which `lazy` wouldn't do.
 */
export function LazyResolvedLink(props: LinkTokenProps) {
  const ResolvedLink = useStore({ subscribe, get: loaded.get })
  if (ResolvedLink) return <ResolvedLink {...props} />
  return props.image ? props.image() : texts.loading(props.label)
}
