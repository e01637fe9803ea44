export function excerptOf(content: string) {
  return { excerpt: content.slice(0, 200), cut: content.length > 200 }
}
