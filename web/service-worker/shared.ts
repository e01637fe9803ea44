// Shares of other apps (share_target of web/public/manifest.webmanifest): stored on the device until a page takes them, since
// the person may have to sign in first.

export const shareAddress = '/share'
/** In the address of the page that takes it. */
export const sharedParameter = 'compartido'

const name = 'shared'
const entry = '/form'
/** A share that is older is dropped. */
const lifetimeMs = 60 * 60_000

const textOf = (form: FormData, field: string) => String(form.get(field) ?? '').trim()
const filesOf = (form: FormData) => form.getAll('files').filter((file) => typeof file !== 'string')

/** Many apps share an address within a text. */
function readLink(title: string, text: string, address: string) {
  const url = address || (/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const rest = text.replace(url, '').trim()
  return { url, title: title || rest, comment: title && rest !== title ? rest : '' }
}

/** Keeps the form of a share, and leads to the page that takes it. */
export async function keepShared(request: Request) {
  const form = await request.formData()
  const kept = new Response(form)
  kept.headers.set('x-kept', `${Date.now()}`)
  await (await caches.open(name)).put(entry, kept)
  return Response.redirect(`${filesOf(form).length > 0 ? '/files' : '/news'}?${sharedParameter}`, 303)
}

export const forgetShared = () => caches.delete(name)

/** Takes what was shared, which nobody gets again. */
export async function takeShared() {
  const kept = await caches.match(entry, { cacheName: name })
  await forgetShared()
  if (!kept || Date.now() - Number(kept.headers.get('x-kept')) > lifetimeMs) return undefined
  const form = await kept.formData()
  return { ...readLink(textOf(form, 'title'), textOf(form, 'text'), textOf(form, 'url')), files: filesOf(form) }
}
