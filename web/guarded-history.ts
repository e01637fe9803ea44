import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type To } from 'react-router'

interface LeaveQuestion {
  /** False lets the navigation happen. */
  isNeeded: () => boolean
  /** Resolves to true if the person leaves the page. */
  ask: () => Promise<boolean>
}

/** After it the way back is tried again. */
const restoreTimeoutMs = 300

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
  /** Indexes of the entries are in their state, written by `createBrowserHistory`. */
  const indexOfEntry = (): number | undefined => window.history.state?.idx
  // the browser itself makes an entry for a link to a part of the page
  addEventListener(
    'popstate',
    () => {
      if (indexOfEntry() === undefined)
        window.history.replaceState({ ...window.history.state, idx: shownIndex + 1 }, '')
    },
    { capture: true },
  )
  const history = createBrowserHistory({ v5Compat: true })
  const currentIndex = () => indexOfEntry() ?? 0
  /** The page on screen: the browser's buttons change the address before they can be asked about. */
  let shownIndex = currentIndex()
  let shownPath = history.location.pathname
  let isAsking = false
  let hasAgreed = false
  let onRestored: (() => void) | undefined

  const needsQuestion = (pathname: string) => pathname !== shownPath && question?.isNeeded() === true

  function navigate(to: To, proceed: () => void) {
    const { pathname } = history.createURL(typeof to === 'string' ? to : createPath(to))
    if (!question || !needsQuestion(pathname)) return proceed()
    void question.ask().then((leaves) => leaves && proceed())
  }

  /** Goes back to the page on screen; again if the person pressed a button of the browser meanwhile. */
  async function restore() {
    while (currentIndex() !== shownIndex) {
      const restored = new Promise<void>((resolve) => {
        onRestored = resolve
        setTimeout(resolve, restoreTimeoutMs)
      })
      history.go(shownIndex - currentIndex())
      await restored
    }
  }

  /** Asks about the person's step, and repeats it if they agree. */
  async function askAboutStep(steps: number) {
    isAsking = true
    const restored = restore()
    const leaves = await question?.ask()
    await restored
    await restore() // after steps while the question was open
    isAsking = false
    if (!leaves) return
    hasAgreed = true
    history.go(steps)
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
        const { action, location } = update
        const steps = currentIndex() - shownIndex
        if (isAsking && action === 'POP') {
          if (steps === 0) onRestored?.()
          return
        }
        if (action === 'POP' && !hasAgreed && needsQuestion(location.pathname)) return void askAboutStep(steps)
        hasAgreed = false
        shownIndex = currentIndex()
        shownPath = location.pathname
        listener(update)
      }),
  }
}
