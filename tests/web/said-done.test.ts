// Every sentence that says that something was done, with what was done when it is shown: a new one has to be true first.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { api } from '../../contract/index.ts'

/** The endpoint that was called, or a change in this browser or by others. */
type Action = Endpoint | 'clipboard' | 'browser' | 'others'

const actions: Record<string, Action[]> = {
  // accounts
  '«…» ya tiene cuenta. Dale su nombre y su contraseña para que pueda entrar.': [api.users.create],
  '«…» vuelve a estar activo y puede entrar.': [api.users.update],
  '«…» está inactivo: sus sesiones se han cerrado.': [api.users.update],
  'La cuenta de «…» se ha eliminado.': [api.users.remove],
  'La invitación de «…» se ha retirado.': [api.invitations.withdraw],
  Copiado: ['clipboard'],
  Copiada: ['clipboard'],
  Copiados: ['clipboard'],
  'Tu foto ha cambiado.': [api.users.changeOwnAvatar],
  'Tu foto se ha quitado.': [api.users.changeOwnAvatar],
  // signing in
  'Tu contraseña ha cambiado.': [api.auth.changePassword],
  'Tu contraseña se ha cambiado.': [api.auth.changePassword],
  'Tus otras sesiones se han cerrado.': [api.auth.changePassword, api.auth.setFirstPassword],
  'La aplicación está añadida. Al entrar te pediremos su código.': [api.factors.addTotp],
  'La aplicación ya no está en tu cuenta.': [api.factors.removeTotp],
  'Ya puedes entrar con la llave «…».': [api.passkeys.add],
  'La llave «…» ya no está en tu cuenta.': [api.passkeys.remove],
  'La sesión de «…» se ha cerrado.': [api.auth.endSession, api.memberSessions.end],
  'Se ha cerrado 1 sesión': [api.auth.endOtherSessions, api.memberSessions.endAll],
  'Se han cerrado … sesiones': [api.auth.endOtherSessions, api.memberSessions.endAll],
  'No quedaba ninguna otra sesión abierta.': [api.auth.endOtherSessions, api.memberSessions.endAll],
  'Guardado.': [api.factorDemand.set],
  '«…» ya no tiene segundo paso.': [api.factors.takeAway],
  '«…» ya no tiene segundo paso, y tampoco contraseña: dale este enlace para que elija una.': [api.factors.takeAway],
  '«…» ya no tiene segundo paso, y tampoco contraseña. Cuando actives su cuenta, vuelve aquí y crea un enlace para que elija una.':
    [api.factors.takeAway],
  'La descarga ha empezado. Sigue aunque cambies de página; si cierras la sesión, se corta.': [
    api.accountExport.create,
  ],
  // posts and comments
  'Se ha recuperado lo que no habías guardado.': ['browser'],
  'El post se ha eliminado.': [api.posts.remove],
  'Entretanto se ha publicado.': ['others'],
  'Mientras decidías se ha guardado otra versión más: es la que se muestra ahora.': ['others'],
  'Se ha restaurado la versión.': [api.posts.update],
  'Se ha eliminado la versión.': [api.posts.removeVersion],
  'El comentario se ha publicado.': [api.comments.create],
  'El comentario se ha actualizado.': [api.comments.update],
  'El comentario se ha eliminado.': [api.comments.remove],
  'Lo que enviaste antes ya está guardado, y no es igual que esto. Si vuelves a enviarlo, esto se guardará aparte.': [
    ...[api.posts.create, api.comments.create, api.news.create, api.files.addLink],
  ],
  // categories, files, news
  'La categoría «…» está creada.': [api.categories.create],
  'Los cambios de «…» están guardados.': [api.categories.update, api.users.update],
  'La categoría «…» se ha eliminado.': [api.categories.remove],
  'Se ha creado 1 categoría por defecto.': [api.categories.initialize],
  'Se han creado … categorías por defecto.': [api.categories.initialize],
  'El enlace se ha guardado en el archivo.': [api.files.addLink],
  '«…» se ha guardado en el archivo.': [api.files.upload],
  'Se han guardado … archivos.': [api.files.upload],
  Subido: [api.files.upload],
  '«…» se ha eliminado.': [api.files.remove],
  'Este archivo no existe o ya se ha eliminado.': ['others'],
  'La noticia se ha agregado.': [api.news.create],
  'La noticia se ha actualizado.': [api.news.update],
  'La noticia se ha eliminado.': [api.news.remove],
  'Se ha puesto el título de la página.': [api.news.title],
  'La colección de noticias se ha inicializado con una noticia de ejemplo.': [api.news.initialize],
  // mail and notices
  'Preferencias actualizadas exitosamente': [
    ...[api.preferences.update, api.preferences.updateOfUser, api.preferences.bulkUpdate],
  ],
  'Tus notificaciones están guardadas.': [api.notices.updateSettings],
  'Los avisos están activados en este dispositivo.': [api.push.subscribe],
  'Aviso de prueba enviado: debería llegar en unos segundos.': [api.push.test],
  'Ya no llegarán avisos a «…».': [api.push.remove],
  // where mail goes out; below where it doesn't
  'Notificación enviada exitosamente a … usuarios': [api.broadcasts.send],
  'Notificación de prueba enviada exitosamente': [api.mail.sendTest],
  'Notificación de prueba enviada exitosamente a tu correo': [api.mail.sendTest],
  'Guardado, no enviado: sin servidor de correo, el mensaje queda solo en los avisos de Alejandría.': [
    api.broadcasts.send,
  ],
  'Guardado, no enviado: el servidor no tiene cómo enviar correos.': [api.mail.sendTest],
  Enviado: [api.mail.deliveries],
  enviado: [api.mail.list],
  enviados: [api.mail.list],
  Guardado: [api.mail.deliveries],
  guardado: [api.mail.list],
  guardados: [api.mail.list],
  'Se está intentando otra vez.': [api.mail.retryQueued],
  'Los fallidos vuelven a estar en cola.': [api.mail.retryFailed],
  'Copia hecha.': [api.state.makeSnapshot],
  'Los primeros pasos están ocultos. Puedes volver a verlos desde «Estado».': [api.firstSteps.setAside],
}

/** They name a moment, a state or a button. */
const others = [
  ...['Añadida', 'Publicado', 'Hecho', 'Subidas', 'publicado', 'hecho', 'Así se ha entendido'],
  'Este post se ha guardado una sola vez: todavía no hay versiones anteriores.',
  'Una vez por semana, lo que se ha publicado en la comunidad.',
  'Se quitan las llaves de acceso que se han usado desde el primer aviso, y las llaves y aplicaciones que se han añadido en un dispositivo nuevo desde entonces.',
]

const saysDone = [
  /(?<!no )\bse han? \p{L}+o\b/iu,
  /(?<!no |se )\b(?:ha|hemos) (?:cambiado|empezado|enviado|guardado|mandado)\b/iu,
  /\bestán? (?:activad|añadid|cread|enviad|guardad|inactiv)/iu,
  /exitosamente|\bprueba enviado|» ya no tiene|» vuelve|\bvuelven a estar|\bhecha\.$/iu,
  /^(?:añadid|copiad|eliminad|enviad|guardad|hech|publicad|subid)[oa]s?(?=[.,:]|$)/iu,
]

/** The texts of a file, values in them as '…', and its properties. */
function read(path: string) {
  const texts: { text: string; start: number }[] = []
  const properties: { name: string; start: number; end: number }[] = []
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && texts.push({ text: value, start })),
    TemplateLiteral: ({ quasis, start }) =>
      void texts.push({ text: quasis.map(({ value }) => value.cooked).join('…'), start }),
    Property: ({ key, start, end }) =>
      void (key.type === 'Identifier' && properties.push({ name: key.name, start, end })),
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return {
    texts: texts.map(({ text }) => text),
    textsOf: (name: string) =>
      properties
        .filter((property) => property.name === name)
        .flatMap(({ start, end }) => texts.filter((text) => text.start > start && text.start < end))
        .map(({ text }) => text),
  }
}

/** Texts of toasts of success: `toast.success(isActive ? texts.activated(name) : texts.deactivated(name))`, or `removed` of a removal. */
const toastsIn = (path: string) => {
  const source = readFileSync(path, 'utf8')
  const from = /import \{[^}]*\btexts\b[^}]*\} from '(\.[^']+)'/.exec(source)?.[1]
  const names = [...source.matchAll(/(?:toast\.success\(|\bremoved(?:: |=\{))(.*)/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/\btexts\.(\w+)/g)].map(([, name = '']) => name),
  )
  return from === undefined ? [] : names.flatMap((name) => read(join(path, '..', from)).textsOf(name))
}

test('what is said to be done has been done: each such sentence names its row of the API, and none is unknown', () => {
  const files = [...globSync('web/**/texts.ts'), ...globSync('server/**/{rules,routes,saved}.ts')]
  const said = files.flatMap((path) => read(path).texts).filter((text) => saysDone.some((rule) => rule.test(text)))
  const toasts = globSync('web/**/*.{ts,tsx}')
    .flatMap(toastsIn)
    .filter((text) => /\p{L}/u.test(text))
  expect(toasts.length).toBeGreaterThan(20)
  expect([...new Set([...said, ...toasts])].toSorted()).toEqual([...Object.keys(actions), ...others].toSorted())
})
