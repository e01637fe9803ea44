import { placeOf } from '../../contract/pages.ts'
import type { Addresses, Size } from '../markdown/elements.ts'
import { hrefFrom } from '../pages/href-from.ts'

/** Post or file of the person that a text links to. */
export interface LinkTarget {
  title: string
  /** Path in the ZIP, if it is there. */
  path?: string
  /** Id of an element of the page at the path. */
  fragment?: string
  /** Path of the picture that it is. */
  picture?: string
  size?: Size | undefined
}

const names = { post: 'Post de la comunidad', file: 'Archivo de la comunidad' }

/** Addresses for texts in one page of the ZIP. `targets` are by kind and id: `post 3f2a…`. */
export function addressesIn(page: string, publicUrl: string, targets: Map<string, LinkTarget>): Addresses {
  const pageOf = {
    post: (id: string) => publicUrl + placeOf.post({ id }),
    file: (id: string) => publicUrl + placeOf.file({ id }),
  }
  return {
    // what isn't in the ZIP may be in the community, for its members
    target(kind, id) {
      if (id.length !== 32) return undefined
      const { title, path, fragment, picture, size } = targets.get(`${kind} ${id}`) ?? { title: names[kind] }
      if (path === undefined) return { href: pageOf[kind](id), title }
      return { href: hrefFrom(page, path, fragment), title, ...(picture && { picture: hrefFrom(page, picture), size }) }
    },
    link: (url) => (/^[a-z][a-z\d+.-]*:/i.test(url) ? url : new URL(url, publicUrl).href),
    // a page that is opened from a disk asks no other site for pictures
    image: () => undefined,
  }
}
