import { useEffect } from 'react'

// Not in texts.ts, which would be one more file to load on the first page.
const siteName = 'Alejandría'

let pageTitle: string | undefined
let badge = ''

function update() {
  document.title = `${badge && `(${badge}) `}${pageTitle ? `${pageTitle} · ${siteName}` : siteName}`
}

/** 'Mis Borradores · Alejandría'; without a title 'Alejandría'. */
export function useDocumentTitle(title?: string) {
  useEffect(() => {
    pageTitle = title
    update()
  }, [title])
}

/** '(3) Blog · Alejandría', visible on a tab in the background. */
export function useTitleBadge(short: string) {
  useEffect(() => {
    badge = short
    update()
    return () => {
      badge = ''
      update()
    }
  }, [short])
}
