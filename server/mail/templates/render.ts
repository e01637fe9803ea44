import { dark, light } from '../../lib/colours.ts'
import { createDates } from '../../lib/dates.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { linkPath } from '../../one-time-links/make.ts'
import type { Services } from '../../services.ts'
import type { Email } from '../transports/transport.ts'
import { signToken } from '../unsubscribe/token.ts'
import type { DueRow } from '../worker/queries.ts'
import { type EmailTexts, emailTexts, mailingListOf, subjectOf } from './texts.ts'

const serif = "Palatino,'Book Antiqua',Georgia,serif"
const sans = "'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// mail programs without a dark scheme read the inline styles only; for the others, `!important` overrides these
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}.raised{background:${dark.raised}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark['ink-2']}!important}
.link{color:${dark.accent}!important}.button{background:${dark.accent}!important;color:${dark['on-accent']}!important}}`

interface Content extends EmailTexts {
  greeting: string
  publicUrl: string
  unsubscribe: string | undefined
}

const unsubscribeLabel = 'Darse de baja de estos correos'

function renderText(content: Content) {
  const { greeting, note, lead, title, paragraphs, lists = [], button, why, publicUrl, unsubscribe } = content
  const listTexts = lists.map(({ heading, links }) =>
    [heading, ...links.map(({ label, path }) => `- ${label}\n  ${publicUrl}${path}`)].join('\n'),
  )
  const link = button && `${button.label}: ${publicUrl}${button.path}`
  const parts = [greeting, note, lead, title, ...paragraphs, ...listTexts, link]
  const foot = [why, unsubscribe && `${unsubscribeLabel}: ${unsubscribe}`, `Alejandría: ${publicUrl}`]
  return `${parts.filter(Boolean).join('\n\n')}\n\n-- \n${foot.filter(Boolean).join('\n')}\n`
}

const paragraph = (text: string, style: string, className = 'ink') =>
  `<p class="${className}" style="margin:0 0 16px;${style}">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`

function renderHtml(content: Content) {
  const { greeting, note, lead, title, paragraphs, lists = [], button, why, publicUrl, unsubscribe } = content
  const { paper, raised, ink, 'ink-2': soft, line, accent, 'on-accent': on } = light
  const bodyStyle = `color:${ink};font:17px/1.55 ${serif};overflow-wrap:anywhere`
  const smallStyle = `color:${soft};font:14px/1.5 ${sans}`
  const link = (href: string, label: string) =>
    `<a class="link" href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(label)}</a>`
  const body = [
    paragraph(greeting, bodyStyle),
    note && paragraph(note, `${smallStyle};border-left:3px solid ${accent};padding-left:12px`, 'soft'),
    lead && paragraph(lead, bodyStyle),
    title &&
      `<h1 class="ink" style="margin:0 0 16px;color:${ink};font:600 24px/1.25 ${serif};overflow-wrap:anywhere">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, bodyStyle)),
    ...lists.flatMap(({ heading, links }) => [
      paragraph(heading, bodyStyle),
      `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${bodyStyle}">`,
      ...links.map(({ label, path }) => `<li style="margin:0 0 8px">${link(publicUrl + path, label)}</li>`),
      '</ul>',
    ]),
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
${paragraph(why, smallStyle, 'soft')}
<p class="soft" style="margin:0 0 16px;${smallStyle}">${unsubscribe ? `${link(unsubscribe, unsubscribeLabel)}<br>` : ''}${link(publicUrl, 'Ir a Alejandría')}</p>
</div></div></div></body></html>
`
}

function describeLink({ passwordLinkKey, settings }: Services, link: NonNullable<DueRow['link']>) {
  const { day, time } = createDates(settings.timeZone)
  const validUntil = `el ${day(link.expires_at)} a las ${time(link.expires_at)}`
  return { path: linkPath(passwordLinkKey, link), validUntil }
}

export function renderEmail(services: Services, due: DueRow): Email {
  const { settings, unsubscribeKey, now } = services
  const publicUrl = settings.publicUrl.replace(/\/$/, '')
  const list = mailingListOf[due.kind]
  const unsubscribe = list
    ? `${publicUrl}/api/notifications/unsubscribe/${signToken(unsubscribeKey, due.user_id, list.preference)}`
    : undefined
  const texts = emailTexts({ ...due, link: due.link && describeLink(services, due.link) })
  const content = { ...texts, greeting: `Hola, ${due.name}:`, publicUrl, unsubscribe }
  return {
    id: due.id,
    date: now(),
    to: { name: due.name, address: due.email },
    subject: subjectOf(due),
    text: renderText(content),
    html: renderHtml(content),
    list: list?.name,
    unsubscribe,
  }
}
