import type { Element, Root, RootContent } from 'hast'
import { walk } from '../../../contract/markdown/plugins/tree.ts'

export type ImagePlace = 'alone' | 'grid' | 'inline'

const file = /^file:([0-9a-f]+)$/i

/** Rehype plugin: images of `file:ID` become elements that resolve it; those that follow each other become a grid. */
export function archiveImages() {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'element' || node.tagName !== 'img') continue
      const { src, alt, title, dataAlone } = node.properties
      const [, target = ''] = file.exec(String(src ?? '')) ?? []
      if (!target) continue
      node.tagName = 'archive-image'
      node.properties = { target: target.toLowerCase(), alt: alt ?? '', title, place: dataAlone ? 'alone' : 'inline' }
    }
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      const images = imagesOf(node)
      if (node.type !== 'element' || images.length === 0) continue
      let end = index + 1
      for (; end < parent.children.length; end++) {
        const next = parent.children[end] as RootContent
        const more = imagesOf(next)
        if (more.length === 0 && !isBlank(next)) break
        images.push(...more)
      }
      if (images.length === 1) continue
      for (const image of images) image.properties.place = 'grid'
      node.properties.className = ['images']
      node.children = images
      parent.children.splice(index + 1, end - index - 1)
    }
  }
}

const isBlank = (node: RootContent) =>
  (node.type === 'text' && !node.value.trim()) || (node.type === 'element' && node.tagName === 'br')

const isArchiveImage = (node: RootContent): node is Element =>
  node.type === 'element' && node.tagName === 'archive-image'

/** The images of a paragraph without anything else. */
function imagesOf(node: RootContent): Element[] {
  if (node.type !== 'element' || node.tagName !== 'p') return []
  const content = node.children.filter((child) => !isBlank(child))
  return content.every(isArchiveImage) ? content : []
}
