/** Styles on which the place of a character in a textarea depends. */
const copied = [
  ...['font', 'letterSpacing', 'wordSpacing', 'textIndent', 'textTransform', 'tabSize', 'lineHeight', 'direction'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'textAlign', 'whiteSpace', 'overflowWrap'],
  ...['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth', 'wordBreak'],
] as const

/** The place of a character of a textarea in the window, measured in a copy of the text. */
export function caretRect(field: HTMLTextAreaElement, at: number) {
  const page = field.ownerDocument
  const copy = page.createElement('div')
  const style = getComputedStyle(field)
  const values = style as unknown as Record<string, string>
  for (const name of copied) (copy.style as unknown as Record<string, string>)[name] = values[name] ?? ''
  Object.assign(copy.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    visibility: 'hidden',
    borderStyle: 'solid',
    boxSizing: 'border-box',
    width: `${field.clientWidth + field.offsetWidth - field.clientWidth}px`,
  })
  const mark = page.createElement('span')
  mark.textContent = '@'
  copy.append(field.value.slice(0, at), mark, field.value.slice(at + 1))
  page.body.append(copy)
  const [top, left, height] = [mark.offsetTop, mark.offsetLeft, mark.offsetHeight]
  copy.remove()
  const box = field.getBoundingClientRect()
  const y = box.top + top - field.scrollTop
  return { left: box.left + left - field.scrollLeft, top: y, bottom: y + height }
}
