import { escapeHtml } from '../lib/escape-html.ts'
import type { describeApi, describeOperation } from './openapi.ts'

type Description = Awaited<ReturnType<typeof describeApi>>

const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; background: light-dark(#fbf6ea, #10161f); color: light-dark(#221d18, #e9dfcb) }
h2 { margin-top: 3rem; border-bottom: 1px solid; text-transform: capitalize }
h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 2rem 0 0; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: .75rem 1rem; background: light-dark(#f1e8d3, #1a2330); border-radius: .4rem }
a { color: light-dark(#0d5470, #7cc0dc) } p { margin: .25rem 0 } code { font-family: ui-monospace, monospace }`

const block = (title: string, json: unknown) =>
  json === undefined
    ? ''
    : `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(json, null, 2))}</pre></details>`

type Operation = ReturnType<typeof describeOperation>

function section(method: string, path: string, operation: Operation) {
  const [status, done] = Object.entries(operation.responses)[0] as [string, { content?: unknown }]
  return `<section><h3 id="${operation.operationId}">${method.toUpperCase()} ${escapeHtml(path)}</h3>
<p>${escapeHtml(operation.summary)} — <em>${operation['x-access']}</em></p>
${block('Parameters', operation.parameters.length > 0 ? operation.parameters : undefined)}
${block('Body', operation.requestBody?.content)}
${block(`Answer ${status}`, done.content)}</section>`
}

/** HTML page of the API's description, without scripts or requests to other sites. */
export function docsPage(description: Description, nonce: string) {
  const areas = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [area = ''] = (operation as { tags: string[] }).tags
      areas.set(area, [...(areas.get(area) ?? []), section(method, `/api${path}`, operation)])
    }
  const body = [...areas].map(([area, sections]) => `<h2 id="${area}">${area}</h2>${sections.join('')}`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Alejandría: the API</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Alejandría: the API</h1>
<p>Version ${escapeHtml(description.info.version)}. The same as a document: <a href="/api/openapi.json">/api/openapi.json</a>.
Sign in at <code>POST /api/auth/login</code> and send <code>Authorization: Bearer …</code>; refusals are <code>{ detail, code, errors? }</code>.</p>
${body}<h2>Schemas</h2>${Object.entries(description.components.schemas)
    .map(([name, schema]) => block(escapeHtml(name), schema))
    .join('')}</main></body></html>`
}
