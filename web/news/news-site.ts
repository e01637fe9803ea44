import type { IconOf } from './site-icon.tsx'

/** Sites with an icon of their own, by the end of the host name. */
const sites: [IconOf, RegExp][] = [
  ['youtube', /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)$/],
  ['vimeo', /(^|\.)vimeo\.com$/],
  ['wikipedia', /(^|\.)(wikipedia|wikimedia|wiktionary|wikidata|wikisource)\.org$/],
  ['github', /(^|\.)(github\.com|github\.io|gitlab\.com|codeberg\.org)$/],
  ['x', /(^|\.)(x\.com|twitter\.com|t\.co)$/],
  ['facebook', /(^|\.)(facebook\.com|fb\.com|fb\.watch)$/],
  ['instagram', /(^|\.)instagram\.com$/],
  ['linkedin', /(^|\.)(linkedin\.com|lnkd\.in)$/],
  ['reddit', /(^|\.)(reddit\.com|redd\.it)$/],
  ['telegram', /(^|\.)(telegram\.org|t\.me)$/],
  ['spotify', /(^|\.)spotify\.com$/],
  ['bbc', /(^|\.)(bbc\.com|bbc\.co\.uk)$/],
  ['rtve', /(^|\.)rtve\.es$/],
  ['archive', /(^|\.)(archive\.org|bne\.es|europeana\.eu|loc\.gov|gutenberg\.org)$/],
  ['science', /(^|\.)(arxiv\.org|nature\.com|science\.org|nasa\.gov|esa\.int|csic\.es)$/],
  [
    'press',
    /(^|\.)(elpais\.com|elmundo\.es|lavanguardia\.com|abc\.es|eldiario\.es|elconfidencial\.com|publico\.es|elperiodico\.com|infobae\.com|clarin\.com|lanacion\.com\.ar|eluniversal\.com\.mx|theguardian\.com|nytimes\.com|lemonde\.fr|reuters\.com|apnews\.com|efe\.com|europapress\.es)$/,
  ],
]

const kinds: [IconOf, RegExp][] = [
  ['pdf', /\.pdf$/i],
  ['video', /\.(mp4|webm|mov|m4v|mkv|ogv)$/i],
  ['audio', /\.(mp3|ogg|oga|m4a|wav|flac|opus)$/i],
  ['image', /\.(jpe?g|png|gif|webp|avif|svg)$/i],
]

export function siteOf(address: string): { domain: string; icon: IconOf } {
  const url = URL.parse(address)
  if (!url) return { domain: address, icon: 'other' }
  const domain = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '')
  const known = sites.find(([, host]) => host.test(domain)) ?? kinds.find(([, path]) => path.test(url.pathname))
  return { domain, icon: known?.[0] ?? 'other' }
}
