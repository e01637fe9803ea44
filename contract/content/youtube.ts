/** `start` is in whole seconds. */
type YoutubeVideo = { id: string; isShort: boolean; start?: number }

const hosts = /^((www|m|music)\.)?youtube\.com$|^(www\.)?youtube-nocookie\.com$/
const shortHosts = /^(www\.)?youtu\.be$/
/** Words of eleven letters in place of a video's id, for a playlist and a channel. */
const notVideos = new Set(['videoseries', 'live_stream'])

/**
 * Video of a URL, or null. Only http and https, only YouTube's own hosts on the default port, never with user and
 * password.
 */
export function youtubeVideo(address: string): YoutubeVideo | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null
  // people add `?si=…`, `&t=…` and `#t=…` to whatever is there
  const [path = '', ...pairs] = `${url.pathname}${url.search}${url.hash}`.split(/[?&#]/)
  const parameters = new URLSearchParams(pairs.join('&'))
  const found = videoIn(url.hostname, path, parameters)
  if (!found || !/^[\w-]{11}$/.test(found.id) || notVideos.has(found.id)) return null
  const start = secondsOf(parameters.get('t') ?? parameters.get('start') ?? '')
  return start ? { ...found, start } : found
}

/** On the host that sets no cookies before the video plays. */
export const embedUrl = (id: string) => `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}`

/** Parts of a path before a video's id. */
const places = new Set(['shorts', 'live', 'embed', 'v', 'e', 'watch'])

function videoIn(host: string, path: string, parameters: URLSearchParams): { id: string; isShort: boolean } | null {
  const [, first = '', second = '', ...more] = path.replace(/\/$/, '').split('/')
  if (more.length) return null
  const named = parameters.get('v') ?? ''
  if (shortHosts.test(host)) return second ? null : { id: first === 'watch' ? named : first || named, isShort: false }
  if (!hosts.test(host)) return null
  if (!second && (first === 'watch' || first === '')) return { id: named, isShort: false }
  return places.has(first) ? { id: second, isShort: first === 'shorts' } : null
}

/** `90`, `90s`, `1m30s` and `1h2m3s`; 0 for anything else. */
function secondsOf(time: string): number {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time)
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0
}
