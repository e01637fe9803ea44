const allowed = /^(?:https?|ircs?|mailto|xmpp)$/i

/**
 * The URL if it is allowed in a link or an image, or '' (SPEC §9). Everything before the first colon is a scheme unless
 * a `/`, `?` or `#` comes earlier, so that a scheme hidden behind control characters is refused, not taken for a path.
 * `//host` is refused too: a URL with a host needs a scheme. Other relative URLs are our own.
 */
export function safeUrl(address: string): string {
  const url = withoutIgnored(address)
  if (/^[\\/]{2}/.test(url)) return ''
  const [beforeColon, ...rest] = url.split(':', 2)
  if (!rest.length || /[/?#]/.test(beforeColon ?? '')) return url
  return allowed.test(beforeColon ?? '') ? url : ''
}

/** Browsers ignore tabs and line ends anywhere in a URL, and control characters and spaces around it. */
function withoutIgnored(address: string): string {
  let url = ''
  for (const character of address) if (!'\t\n\r'.includes(character)) url += character
  let from = 0
  while (from < url.length && url.charCodeAt(from) <= 32) from++
  let to = url.length
  while (to > from && url.charCodeAt(to - 1) <= 32) to--
  return url.slice(from, to)
}
