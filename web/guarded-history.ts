import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type To } from 'react-router'

interface LeaveQuestion {
  /** False lets the navigation happen. */
  isNeeded: () => boolean
  /** Resolves to true if the person leaves the page. */
  ask: () => Promise<boolean>
}

let question: LeaveQuestion | undefined

/** Asks before another page is opened, until the returned function is called. */
export function askBeforeLeaving(asked: LeaveQuestion) {
  question = asked
  return () => {
    if (question === asked) question = undefined
  }
}

/**
 * The browser's history, in which links, the browser's own buttons and calls of the router ask before the page is left. A
 * data router can do that too (`useBlocker`), and adds 15 kB to the first load for what isn't used here.
 */
export function createGuardedHistory() {
  const history = createBrowserHistory({ v5Compat: true })
  /** Path of the page on screen: the browser's buttons change the address before they can be asked about. */
  let shownPath = history.location.pathname
  let hasAgreed = false
  let onRestored: (() => void) | undefined

  const isHeld = (pathname: string) => pathname !== shownPath && question?.isNeeded() === true

  function navigate(to: To, proceed: () => void) {
    const { pathname } = history.createURL(typeof to === 'string' ? to : createPath(to))
    if (!question || !isHeld(pathname)) return proceed()
    void question.ask().then((leaves) => leaves && proceed())
  }

  /** Goes back to the page on screen, asks, and repeats the person's step. */
  async function askAboutStep(delta: number) {
    const restored = new Promise<void>((resolve) => {
      onRestored = resolve
    })
    history.go(-delta)
    const [leaves] = await Promise.all([question?.ask(), restored])
    if (!leaves) return
    hasAgreed = true
    history.go(delta)
  }

  return {
    get action() {
      return history.action
    },
    get location() {
      return history.location
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to: To, state?: unknown) => navigate(to, () => history.push(to, state)),
    replace: (to: To, state?: unknown) => navigate(to, () => history.replace(to, state)),
    listen: (listener: Parameters<typeof history.listen>[0]) =>
      history.listen((update) => {
        if (onRestored) {
          onRestored()
          onRestored = undefined
          return
        }
        const { action, delta, location } = update
        if (action === 'POP' && delta && !hasAgreed && isHeld(location.pathname)) return void askAboutStep(delta)
        hasAgreed = false
        shownPath = location.pathname
        listener(update)
      }),
  }
}
