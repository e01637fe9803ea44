import type { Dates } from '../../lib/dates.ts'

export interface NewDevice {
  at: number
  /** For example 'Firefox en Android'; null if unknown. */
  device: string | null
  address: string
}

/** Mail about the first sign-in on a device. */
export const newDevice = ({ day, time }: Pick<Dates, 'day' | 'time'>, { at, device, address }: NewDevice) => ({
  subject: 'Se ha entrado en tu cuenta de Alejandría desde un dispositivo nuevo',
  body: `Es un dispositivo que no conocíamos:\n\n${[
    `Cuándo: el ${day(at)} a las ${time(at)}`,
    `Con qué: ${device ?? 'un programa que no conocemos'}`,
    `Dirección de red: ${address}`,
  ].join('\n')}`,
})

export const afterNewDevice = [
  'Si has sido tú, no hagas nada: de este dispositivo no te avisaremos más.',
  'Si no has sido tú, pulsa el botón y confírmalo en la página que se abre: se cierran todas tus sesiones, tu contraseña deja de valer y eliges otra.',
]

export const signInDisowned = {
  subject: 'Tu contraseña de Alejandría ya no vale',
  body: 'Has avisado de que no eras tú quien había entrado en tu cuenta. Todas tus sesiones se han cerrado y tu contraseña ya no vale.\n\nSi todavía no has elegido otra, pulsa «¿Has olvidado tu contraseña?» al iniciar sesión: te mandaremos un enlace.\n\nSi no has avisado tú, puede que alguien más lea tu correo. Habla cuanto antes con quien administra la comunidad.',
}
