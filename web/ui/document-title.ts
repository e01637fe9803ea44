import { useEffect } from 'react'

const site = 'Alejandría'

/** 'Mis Borradores · Alejandría'; without a page's title the site's name alone. */
export function useDocumentTitle(title?: string) {
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site
  }, [title])
}
