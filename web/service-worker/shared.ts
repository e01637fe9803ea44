// Shares of other apps (share_target of web/public/manifest.webmanifest): stored on the device until a page takes them, since
// the person may have to sign in first.

const shareAddress = '/share'
/** In the address of the page that takes it. */
export const sharedParameter = 'compartido'

const name = 'shared'
const entry = '/form'
/** A share that is older is dropped. */
const lifetimeMs = 60 * 60_000
const maxBytes = 100e6

const textOf = (form: FormData, field: string) => String(form.get(field) ?? '').trim()
const filesOf = (form: FormData) => form.getAll('files').filter((file) => typeof file !== 'string')

/** Many apps share an address within a text. */
function readLink(title: string, text: string, address: string) {
  const url = address || (/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const rest = text.replace(url, '').trim()
  return { url, title: title || rest, comment: title && rest !== title ? rest : '' }
}

/** Apps have no address; a form of another site has one, unless it hides it: the page says that it came from outside. */
export const isShare = ({ method, referrer }: Request, { pathname }: URL) =>
  method === 'POST' &&
  pathname === shareAddress &&
  (!/^http/.test(referrer) || new URL(referrer).origin === location.origin)

/** Keeps the form of a share in place of an earlier one, and leads to the page that takes it. */
export async function keepShared(request: Request) {
  const body = await request.blob()
  const kept = new Response(body, request)
  kept.headers.set('x-kept', `${Date.now()}`)
  await forgetShared()
  const isLarge = body.size > maxBytes
  const hasFiles = isLarge || filesOf(await kept.clone().formData()).length > 0
  // a full device keeps nothing, and the page says so
  if (!isLarge) await (await caches.open(name)).put(entry, kept).catch(forgetShared)
  return Response.redirect(`${hasFiles ? '/files' : '/news'}?${sharedParameter}`, 303)
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
