import { Html, html } from './html.ts'
import { texts } from './texts.ts'

/** Relative URL of a file, or of an element in it, for a link in `page`. Paths begin at the root, separated by `/`. */
export function hrefFrom(page: string, target: string, fragment?: string): string {
  const from = page.split('/').slice(0, -1)
  const to = target.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  const up = '../'.repeat(from.length - shared)
  const address = `${up}${to.slice(shared).map(encodeURIComponent).join('/')}`
  return fragment === undefined ? address : `${address}#${fragment}`
}

/** Content-Security-Policy of a page that is opened from a disk: only files beside it are loaded, and nothing runs. */
const policy = new Html(
  "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'",
)

/** All pages of a site have the same one. */
export interface Frame {
  /** Words of the link to the first page. */
  home: string
  /** Folder, page and name of each area, for the header; the first folder of a page's path says where it belongs. */
  areas: readonly (readonly [folder: string, path: string, name: string])[]
  /** Path of the style sheet. */
  style: string
  icon?: string
  /** Line at the foot of each page. */
  foot?: string
}

export interface Page {
  path: string
  title: string
  /** Above the title. */
  above?: Html | undefined
  /** Below the title. */
  facts?: Html | undefined
  /** The same page for programs, and its name. */
  source?: { path: string; type: 'Markdown' | 'JSON' } | undefined
}

const mediaTypes = { Markdown: 'text/markdown', JSON: 'application/json' }

/** A whole page with its body. */
export async function* pageParts(frame: Frame, page: Page, body: AsyncIterable<string> | Iterable<string>) {
  yield beginningOf(frame, page)
  yield* body
  yield endOf(frame, page)
}

function beginningOf(frame: Frame, { path, title, above, facts, source }: Page): string {
  const href = (target: string) => hrefFrom(path, target)
  const isHome = path === 'index.html'
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${isHome ? title : `${title} — ${texts.site}`}</title>${
    frame.icon &&
    html`
<link rel="icon" href="${href(frame.icon)}" type="image/svg+xml">`
  }
<link rel="stylesheet" href="${href(frame.style)}">${
    source &&
    html`
<link rel="alternate" href="${href(source.path)}" type="${mediaTypes[source.type]}">`
  }
</head>
<body>${headerOf(frame, path)}
<main id="contenido" tabindex="-1"${isHome && new Html(' class="home"')}>
${
  above &&
  html`<p class="above">${above}</p>
`
}<h1>${title}</h1>
${
  facts &&
  html`<p class="facts">${facts}</p>
`
}`.text
}

const current = new Html(' aria-current="page"')

function headerOf({ home, areas }: Frame, path: string) {
  const href = (target: string) => hrefFrom(path, target)
  const area = path.split('/')[0]
  const isHome = path === 'index.html'
  // the first page of a site without areas has nowhere to lead
  if (isHome && areas.length === 0) return undefined
  return html`
<a class="skip" href="#contenido">${texts.skip}</a>
<header class="site">
<a class="name" href="${href('index.html')}"${isHome && current}>${home}</a>${
    areas.length > 0 &&
    html`
<nav aria-label="${texts.areas}">
<ul>${areas.map(
      ([folder, target, name]) => html`
<li><a href="${href(target)}"${area === folder && current}>${name}</a></li>`,
    )}
</ul>
</nav>`
  }
</header>`
}

function endOf({ foot }: Frame, { path, source }: Page): string {
  return html`
</main>${
    (foot || source) &&
    html`
<footer class="site">${
      foot &&
      html`
<p>${foot}</p>`
    }${
      source &&
      html`
<p><a href="${hrefFrom(path, source.path)}">${texts.source(source.type)}</a></p>`
    }
</footer>`
  }
</body>
</html>
`.text
}
