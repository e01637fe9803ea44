// Mails about the security of an account.
import type { Dates } from '../../lib/dates.ts'

export const emailChanged = {
  subject: 'El correo de tu cuenta de Alejandría ha cambiado',
  body: 'Tu cuenta tiene desde ahora otra dirección de correo, y a esta ya no te escribiremos.\n\nSi no lo esperabas, avisa cuanto antes a quien administra la comunidad.',
}

export type SignInMeans = 'password' | 'passkey' | 'link'

export interface NewDevice {
  at: number
  means: SignInMeans
  /** For example 'Firefox en Android'; null if unknown. */
  device: string | null
  address: string
}

const meansTexts: Record<SignInMeans, string> = {
  password: 'la contraseña',
  passkey: 'una llave de acceso',
  link: 'un enlace para elegir contraseña',
}

export const newDevice = ({ day, time }: Pick<Dates, 'day' | 'time'>, { at, means, device, address }: NewDevice) => ({
  subject: 'Se ha entrado en tu cuenta de Alejandría desde un dispositivo nuevo',
  body: `Es un dispositivo que no conocíamos:\n\n${[
    `Cuándo: el ${day(at)} a las ${time(at)}`,
    `Cómo: con ${meansTexts[means]}`,
    `Con qué: ${device ?? 'un programa que no conocemos'}`,
    `Dirección de red: ${address}`,
  ].join('\n')}`,
})

export const afterNewDevice = [
  'Si has sido tú, no hagas nada: de este dispositivo no te avisaremos más.',
  'Si no has sido tú, pulsa el botón y confírmalo en la página que se abre: se cierran todas tus sesiones, tu contraseña deja de valer y eliges otra. También se quitan las llaves de acceso y los segundos pasos que podrían ser de otra persona.',
]

const notYou = 'Si no has sido tú, avisa cuanto antes a quien administra la comunidad.'
const othersEnded = 'Tus demás sesiones se han cerrado.'

export const securityEvents = {
  password_changed: {
    subject: 'Tu contraseña de Alejandría ha cambiado',
    body: `Tu contraseña se ha cambiado y tus demás sesiones se han cerrado.\n\n${notYou}`,
  },
  password_added: {
    subject: 'Tu cuenta de Alejandría tiene contraseña',
    body: `Tu cuenta no tenía contraseña, y desde ahora tiene una. ${othersEnded}\n\n${notYou}`,
  },
  link_handed_over: {
    subject: 'Un enlace para elegir otra contraseña en Alejandría',
    body: 'Quien administra la comunidad ha hecho un enlace con el que puedes elegir otra contraseña, y te lo dará en persona. Vale una sola vez, durante una hora. Mientras nadie lo use, tu contraseña sigue siendo la misma.\n\nSi no lo esperabas, avisa cuanto antes a quien administra la comunidad.',
  },
  sessions_ended: {
    subject: 'Se han cerrado sesiones tuyas en Alejandría',
    body: 'Quien administra la comunidad ha cerrado sesiones tuyas. Donde estaban abiertas hay que volver a entrar.\n\nTu contraseña sigue siendo la misma. Si crees que alguien más la sabe, cámbiala en tu cuenta.',
  },
  sign_in_disowned: {
    subject: 'Tu contraseña de Alejandría ya no vale',
    body: 'Has avisado de que no eras tú quien había entrado en tu cuenta. Todas tus sesiones se han cerrado y tu contraseña ya no vale. Si tenías llaves de acceso o segundos pasos, se han quitado los que podrían ser de otra persona: las llaves usadas desde aquella entrada, las llaves y aplicaciones añadidas desde entonces en dispositivos nuevos, y los códigos de recuperación hechos después.\n\nSi todavía no has elegido otra, pulsa «¿Has olvidado tu contraseña?» al iniciar sesión: te mandaremos un enlace. Si tu cuenta pedía un segundo paso, lo sigue pidiendo. Al entrar, mira en tu cuenta qué llaves de acceso quedan y, si usas códigos de recuperación, haz otros nuevos. Si ya no tienes con qué dar el segundo paso, pide a quien administra la comunidad que lo quite.\n\nSi no has avisado tú, puede que alguien más lea tu correo. Habla cuanto antes con quien administra la comunidad.',
  },
  totp_added: {
    subject: 'Alejandría te pedirá un código al entrar',
    body: `Has añadido una aplicación de autenticación a tu cuenta. Desde ahora, después de la contraseña hará falta un código suyo. ${othersEnded}\n\n${notYou}`,
  },
  totp_removed: {
    subject: 'Se ha quitado la aplicación de autenticación de tu cuenta de Alejandría',
    body: `Sus códigos ya no sirven para entrar en Alejandría. ${othersEnded}\n\n${notYou}`,
  },
  passkey_added: {
    subject: 'Tu cuenta de Alejandría tiene una llave de acceso nueva',
    body: `Con ella se entra en tu cuenta sin contraseña. ${othersEnded} En tu cuenta puedes ver tus llaves y quitarlas.\n\n${notYou}`,
  },
  passkey_removed: {
    subject: 'Se ha quitado una llave de acceso de tu cuenta de Alejandría',
    body: `Con ella ya no se entra en Alejandría. ${othersEnded}\n\n${notYou}`,
  },
  passkey_cloned: {
    subject: 'Puede que alguien tenga una copia de tu llave de acceso de Alejandría',
    body: 'Alguien ha usado una de tus llaves de acceso, y su cuenta de usos no encaja: puede que haya una copia. No ha servido para nada.\n\nQuita esa llave de tu cuenta y añade otra. Si no sabes cómo, avisa a quien administra la comunidad.',
  },
  recovery_codes_made: {
    subject: 'Tienes otros códigos de recuperación de Alejandría',
    body: `Se han creado diez códigos de recuperación para tu cuenta, y los de antes ya no sirven. ${othersEnded}\n\n${notYou}`,
  },
  recovery_code_used: {
    subject: 'Se ha entrado en tu cuenta de Alejandría con un código de recuperación',
    body: `Alguien ha entrado en tu cuenta con tu contraseña y uno de tus códigos de recuperación. Ese código ya no sirve otra vez.\n\n${notYou}`,
  },
  codes_guessed: {
    subject: 'Alguien conoce tu contraseña de Alejandría',
    body: 'Alguien ha escrito tu contraseña y varios códigos que no valen. No ha entrado.\n\nSi no has sido tú, cambia tu contraseña cuanto antes.',
  },
  only_passkeys_taken: {
    subject: 'Tus llaves de acceso ya no sirven para entrar en Alejandría',
    body: `Quien administra la comunidad ha quitado de tu cuenta las llaves de acceso y lo demás con lo que entrabas. Tus sesiones se han cerrado.\n\nTu cuenta no tiene contraseña: quien administra la comunidad te dará un enlace para elegir una. Si no te llega, usa «¿Has olvidado tu contraseña?» al iniciar sesión.\n\n${notYou}`,
  },
  factors_taken: {
    subject: 'Tu cuenta de Alejandría ya no pide un segundo paso',
    body: `Quien administra la comunidad ha quitado de tu cuenta la aplicación de autenticación, las llaves de acceso y los códigos de recuperación. Tus sesiones se han cerrado: entra con tu contraseña y añade otro.\n\n${notYou}`,
  },
}
