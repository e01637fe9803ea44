import { type ComponentType, lazy } from 'react'

/**
 * A component that is loaded when it is first rendered. After a new release it may be missing on the server: then
 * `fallback` is rendered, and the page stays (lazy-fallbacks.tsx has the two usual ones).
 */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<Props>,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: fallback })))
