import type { PreferenceName } from '../../../contract/preferences.ts'
import { colours } from '../../lib/colours.ts'
import { escapeHtml } from '../../lib/escape-html.ts'

/** A colour that is another one in the dark. */
const both = (name: keyof typeof colours) => `light-dark(${colours[name].join(', ')})`

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 'Segoe UI', Roboto, system-ui, sans-serif }
body { margin: 0; background: ${both('paper')}; color: ${both('ink')} }
main { box-sizing: border-box; max-width: 34rem; margin: 12vh auto 2rem; padding: 1.5rem 1.25rem; overflow-wrap: anywhere }
p.site-name { margin: 0; letter-spacing: .08em; font: 600 .9375rem/1.3 Palatino, Georgia, serif; color: ${both('ink-2')} }
h1 { margin: .5rem 0 1rem; font: 600 1.75rem/1.2 Palatino, Georgia, serif; text-wrap: balance }
p { margin: 0 0 1rem }
button { min-height: 2.75rem; padding: .6rem 1.4rem; border: 0; border-radius: 4px; font: inherit; font-weight: 600; cursor: pointer;
  background: ${both('accent')}; color: ${both('on-accent')} }
button.quiet { background: none; border: 1px solid ${both('edge')}; color: inherit }
a { color: ${both('accent')} }
:focus-visible { outline: 3px solid ${both('ring')}; outline-offset: 2px }`

const kindLabels: Record<PreferenceName, string> = {
  new_posts: 'los avisos de posts nuevos',
  admin_notifications: 'los avisos de quienes administran la comunidad',
  comment_replies: 'los avisos de respuestas a tus comentarios',
  weekly_digest: 'el resumen semanal',
}

/** `unknown` means that the token is invalid. */
export type PageState = 'confirm' | 'off' | 'on' | 'unknown'

interface PageTexts {
  title: string
  text: string
  button?: string
  undo?: true
}

const pageTexts = {
  confirm: (kind: string): PageTexts => ({
    title: '¿Darte de baja?',
    text: `Dejarás de recibir por correo ${kind}. Los demás correos te seguirán llegando.`,
    button: 'Darme de baja',
  }),
  off: (kind: string): PageTexts => ({
    title: 'Te has dado de baja',
    text: `Ya no recibirás por correo ${kind}.`,
    button: 'Deshacer: quiero recibirlos',
    undo: true,
  }),
  on: (kind: string): PageTexts => ({
    title: 'Todo sigue como antes',
    text: `Volverás a recibir por correo ${kind}.`,
    button: 'Darme de baja',
  }),
  unknown: (): PageTexts => ({
    title: 'Este enlace no vale',
    text: 'Puede que esté incompleto o que la cuenta ya no exista. En «Administrar cuenta» puedes elegir qué correos recibes.',
  }),
}

/** Page without scripts; its form posts to its own URL. */
export function renderPage(state: PageState, preference: PreferenceName | undefined, nonce: string) {
  const { title, text, button, undo } = pageTexts[state](preference ? kindLabels[preference] : '')
  const form = button
    ? `<form method="post">${undo ? '<input type="hidden" name="undo" value="1">' : ''}<button${undo ? ' class="quiet"' : ''}>${escapeHtml(button)}</button></form>`
    : ''
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Alejandría</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style nonce="${nonce}">${style}</style></head>
<body><main><p class="site-name">ALEJANDRÍA</p><h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(text)}</p>${form}
<p><br><a href="/profile/email-preferences">Elegir qué correos recibo</a> (hay que iniciar sesión)</p></main></body></html>`
}
