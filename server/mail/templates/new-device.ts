import type { Dates } from '../../lib/dates.ts'

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

/** Mail about the first sign-in on a device. */
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

export const signInDisowned = {
  subject: 'Tu contraseña de Alejandría ya no vale',
  body: 'Has avisado de que no eras tú quien había entrado en tu cuenta. Todas tus sesiones se han cerrado y tu contraseña ya no vale. Si tenías llaves de acceso o segundos pasos, se han quitado los que podrían ser de otra persona: las llaves usadas desde aquella entrada, las llaves y aplicaciones añadidas desde entonces en dispositivos nuevos, y los códigos de recuperación hechos después.\n\nSi todavía no has elegido otra, pulsa «¿Has olvidado tu contraseña?» al iniciar sesión: te mandaremos un enlace. Si tu cuenta pedía un segundo paso, lo sigue pidiendo. Al entrar, mira en tu cuenta qué llaves de acceso quedan y, si usas códigos de recuperación, haz otros nuevos. Si ya no tienes con qué dar el segundo paso, pide a quien administra la comunidad que lo quite.\n\nSi no has avisado tú, puede que alguien más lea tu correo. Habla cuanto antes con quien administra la comunidad.',
}
