import { hrefFrom } from '../pages/href-from.ts'
import { policy } from '../pages/policy.ts'
import { Html, html } from './html.ts'
import { texts } from './texts.ts'

/** Pages of the header; the first folder of a page's path says where it belongs. */
const areas = [
  ['posts', 'posts/index.html', texts.posts],
  ['categorias', 'categorias/index.html', texts.categories],
  ['autores', 'autores/index.html', texts.authors],
  ['noticias', 'noticias/index.html', texts.news],
  ['archivo', 'archivo/index.html', texts.archive],
  ['chat', 'chat/index.html', texts.chat],
] as const

interface Page {
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

/** Head of a page, up to its content; `endOf` is the rest. */
export function beginningOf({ path, title, above, facts, source }: Page): string {
  const href = (target: string) => hrefFrom(path, target)
  const area = path.split('/')[0]
  const isHome = path === 'index.html'
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${isHome ? texts.site : `${title} — ${texts.site}`}</title>
<link rel="icon" href="${href('estilo/faro.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${href('estilo/estilo.css')}">${
    source &&
    html`
<link rel="alternate" href="${href(source.path)}" type="${mediaTypes[source.type]}">`
  }
</head>
<body>
<a class="skip" href="#contenido">${texts.skip}</a>
<header class="site">
<a class="name" href="${href('index.html')}"${isHome && current}>${texts.site}</a>
<nav aria-label="${texts.areas}">
<ul>${areas.map(
    ([name, target, label]) => html`
<li><a href="${href(target)}"${area === name && current}>${label}</a></li>`,
  )}
</ul>
</nav>
</header>
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

/** End of a page, with the moment of the export. */
export function endOf({ path, source }: Page, madeAt: string): string {
  return html`
</main>
<footer class="site">
<p>${texts.madeAt(madeAt)}</p>${
    source &&
    html`
<p><a href="${hrefFrom(path, source.path)}">${texts.source(source.type)}</a></p>`
  }
</footer>
</body>
</html>
`.text
}
