// The code and the first data of pages, asked for at the same time: when a page is opened, and already when somebody is
// about to open it.
import { matchPath } from 'react-router'
import { type PageName, pages } from '../contract/pages.ts'
import { loadedQueryClient } from './api/loaded-query-client.ts'
import { currentSession } from './api/session.ts'
import { preloadMarkdown } from './markdown/lazy-markdown.tsx'
import { memberPages } from './member-pages.ts'
import { askPageQuery, pageQuery } from './page-queries.ts'

/** Time that a pointer rests on a link, or that the link keeps the focus, before its page is preloaded. */
const restMs = 65
const maxConcurrent = 2

interface Address {
  pathname: string
  search: string
}

function findPage({ pathname, search }: Address) {
  // in the order of the contract, fixed parts come before ids
  for (const [name, { path, access }] of Object.entries(pages)) {
    const match = matchPath(path, pathname)
    if (match) return { name: name as PageName, access, id: match.params.id ?? '', search: new URLSearchParams(search) }
  }
  return undefined
}

async function loadCode(name: PageName) {
  const page = name in memberPages ? memberPages[name as keyof typeof memberPages] : undefined
  await Promise.all([page?.preload(), name === 'post' && preloadMarkdown()])
}

/** Failures are left to the page, which asks again. */
async function load(address: Address, isOpening: boolean) {
  const page = findPage(address)
  const client = loadedQueryClient.get()
  if (!page || !client) return
  const session = currentSession()
  const role = 'user' in session ? session.user.role : undefined
  const query = page.access === 'admin' && role !== 'admin' ? undefined : pageQuery(page.name, page)
  // what is there is shown at once, and asked for again by the page if it is old
  const isMissing = query && client.getQueryData(query.queryKey) === undefined
  const isWanted = isMissing && (isOpening || query.refetchOnMount !== 'always')
  await Promise.allSettled([loadCode(page.name), isWanted && askPageQuery(client, query)])
}

/** For the page that is being opened. */
export const loadOpenedPage = (address: Address) => load(address, true)

const isSaving = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The link around an element to another page of ours, in this tab. */
function internalLink(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  return link.pathname === location.pathname && link.search === location.search ? undefined : link
}

/** Preloads the pages of links under a resting pointer, under a finger or with the focus, until it is stopped. */
export function preloadByIntent() {
  const listeners = new AbortController()
  const options = { passive: true, signal: listeners.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = 0
  const cancel = () => clearTimeout(timer)

  async function preload({ pathname, search }: Address) {
    if (running >= maxConcurrent || currentSession().phase !== 'member') return
    running++
    await load({ pathname, search }, false).finally(() => running--)
  }
  function wait({ target }: Event) {
    cancel()
    const link = internalLink(target)
    if (link && !isSaving()) timer = setTimeout(() => void preload(link), restMs)
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, wait, options)
  for (const type of ['pointerout', 'pointercancel', 'focusout']) document.addEventListener(type, cancel, options)
  return () => {
    cancel()
    listeners.abort()
  }
}
