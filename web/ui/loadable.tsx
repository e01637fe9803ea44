import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'

/**
 * A component whose code is loaded when it is first rendered, or before with `preload`; a failure is an error of the
 * render. Unlike React's `lazy` it is rendered at once when the code is there: React keeps the fallback of a Suspense
 * for 300 ms, however soon the code comes.
 */
export function loadable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  function preload() {
    loading ??= load().then(
      (module) => {
        Loaded = module.default
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Loadable({ fallback, ...props }: Props & { fallback: ReactNode }) {
    const [Shown, setShown] = useState(() => Loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useLayoutEffect(() => {
      if (Shown) return
      let isOver = false
      preload().then(
        () => !isOver && setShown(() => Loaded),
        (error) => !isOver && setFailure({ error }),
      )
      return () => {
        isOver = true
      }
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...(props as unknown as Props)} /> : fallback
  }
  return Object.assign(Loadable, { preload })
}
