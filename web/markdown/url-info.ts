type UrlInfo = { isOwn: boolean; isWeb: boolean; isSecure: boolean; host: string }

export function urlInfo(url: string): UrlInfo {
  const parsed = URL.parse(url, location.href)
  const protocol = parsed?.protocol ?? ''
  return {
    isOwn: parsed?.origin === location.origin,
    isWeb: /^https?:$/.test(protocol),
    isSecure: protocol === 'https:',
    host: parsed?.hostname.replace(/^www\./, '') || url,
  }
}
