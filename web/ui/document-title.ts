import { useEffect } from 'react'

const site = 'Alejandría'

/** The page's, and what is counted beside it. */
let shown: string | undefined
let mark = ''

function write() {
  document.title = `${mark && `(${mark}) `}${shown ? `${shown} · ${site}` : site}`
}

/** 'Mis Borradores · Alejandría'; without a page's title the site's name alone. */
export function useDocumentTitle(title?: string) {
  useEffect(() => {
    shown = title
    write()
  }, [title])
}

/** '(3) Blog · Alejandría', so that a tab in the background says it as well. */
export function useTitleMark(short: string) {
  useEffect(() => {
    mark = short
    write()
    return () => {
      mark = ''
      write()
    }
  }, [short])
}
