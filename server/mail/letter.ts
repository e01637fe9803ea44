import { escapeHtml } from './escape.ts'
import { listOf, preferenceOf, subjectOf, type Words, wordsOf } from './letters.ts'
import type { Letter } from './mailer.ts'
import type { DueRow } from './queries.ts'
import { tokenFor } from './unsubscribe-token.ts'

// web/theme/tokens.css: paper, raised, ink, ink-2, line, accent and on-accent, by day and by lamplight
const light = {
  ...{ paper: '#f5eddc', raised: '#fdf8ec', ink: '#20222e', soft: '#57503f', line: '#d9ccb0' },
  ...{ accent: '#175a80', on: '#fdf8ec' },
}
const serif = "Palatino,'Book Antiqua',Georgia,serif"
const sans = "'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// programs that know no dark scheme read the inline styles only; the others need their word over those
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#0f141f!important}.raised{background:#182130!important;border-color:#2c3647!important}
.ink{color:#f0e5ce!important}.soft{color:#b9ad94!important}
.link{color:#8cc3e2!important}.button{background:#8cc3e2!important;color:#0a1622!important}}`

interface Form extends Words {
  greeting: string
  publicUrl: string
  unsubscribe: string | undefined
}

const leave = 'Darse de baja de estos correos'

function textOf({ greeting, note, lead, title, paragraphs, button, why, publicUrl, unsubscribe }: Form) {
  const parts = [greeting, note, lead, title, ...paragraphs, button && `${button.label}: ${publicUrl}${button.path}`]
  const foot = [why, unsubscribe && `${leave}: ${unsubscribe}`, `Alejandría: ${publicUrl}`]
  return `${parts.filter(Boolean).join('\n\n')}\n\n-- \n${foot.filter(Boolean).join('\n')}\n`
}

const paragraph = (text: string, look: string, kind = 'ink') =>
  `<p class="${kind}" style="margin:0 0 16px;${look}">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`

function htmlOf({ greeting, note, lead, title, paragraphs, button, why, publicUrl, unsubscribe }: Form) {
  const { paper, raised, ink, soft, line, accent, on } = light
  const reading = `color:${ink};font:17px/1.55 ${serif};overflow-wrap:anywhere`
  const small = `color:${soft};font:14px/1.5 ${sans}`
  const link = (href: string, words: string) =>
    `<a class="link" href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(words)}</a>`
  const body = [
    paragraph(greeting, reading),
    note && paragraph(note, `${small};border-left:3px solid ${accent};padding-left:12px`, 'soft'),
    lead && paragraph(lead, reading),
    title &&
      `<h1 class="ink" style="margin:0 0 16px;color:${ink};font:600 24px/1.25 ${serif};overflow-wrap:anywhere">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, reading)),
    button &&
      `<p style="margin:24px 0 8px"><a class="button" href="${escapeHtml(publicUrl + button.path)}" style="display:inline-block;padding:12px 22px;border-radius:4px;background:${accent};color:${on};font:600 16px/1.25 ${sans};text-decoration:none">${escapeHtml(button.label)}</a></p>`,
  ]
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title ?? 'Alejandría')}</title><style>${style}</style></head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div class="paper" style="background:${paper};padding:16px">
<div style="max-width:560px;margin:0 auto">
<p class="soft" style="margin:8px 0 12px;color:${soft};font:600 15px/1.3 ${serif};letter-spacing:.08em">ALEJANDRÍA</p>
<div class="raised" style="background:${raised};border:1px solid ${line};border-radius:8px;padding:24px 20px 16px">
${body.filter(Boolean).join('\n')}
</div>
<div style="padding:16px 4px">
${paragraph(why, small, 'soft')}
<p class="soft" style="margin:0 0 16px;${small}">${unsubscribe ? `${link(unsubscribe, leave)}<br>` : ''}${link(publicUrl, 'Ir a Alejandría')}</p>
</div></div></div></body></html>
`
}

interface Desk {
  settings: { publicUrl: string }
  unsubscribeKey: Buffer
  now(): number
}

/** The letter of a delivery, to this one person. */
export function letterOf({ settings, unsubscribeKey, now }: Desk, due: DueRow): Letter {
  const publicUrl = settings.publicUrl.replace(/\/$/, '')
  const preference = preferenceOf[due.kind]
  const unsubscribe = preference
    ? `${publicUrl}/api/notifications/unsubscribe/${tokenFor(unsubscribeKey, due.user_id, preference)}`
    : undefined
  const form = { ...wordsOf(due), greeting: `Hola, ${due.name}:`, publicUrl, unsubscribe }
  return {
    id: due.id,
    date: now(),
    to: { name: due.name, address: due.email },
    subject: subjectOf(due),
    text: textOf(form),
    html: htmlOf(form),
    list: listOf[due.kind],
    unsubscribe,
  }
}
