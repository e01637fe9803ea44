import { formatDayAndTime } from '../../ui/format/dates.ts'

const number = new Intl.NumberFormat('es')

export const texts = {
  title: 'Invitaciones sin aceptar',
  intro: 'Estas personas tienen cuenta, pero aún no han elegido su contraseña.',
  by: (name: string) => `Invita ${name}`,
  until: (moment: string) => `vale hasta ${formatDayAndTime(new Date(moment))}`,
  ended: 'el enlace ya no vale',
  renew: 'Enviar otra vez',
  newLink: 'Enlace nuevo',
  withdraw: 'Retirar',
  withdrawTitle: (name: string) => `¿Retirar la invitación de «${name}»?`,
  withdrawText: 'El enlace deja de valer y la cuenta, que nadie ha usado, se elimina.',
  withdrawAction: 'Retirar',
  withdrawn: (name: string) => `La invitación de «${name}» se ha retirado.`,
  renewFailed: 'No se ha podido enviar la invitación.',
  newLinkFailed: 'No se ha podido hacer el enlace.',
  withdrawFailed: 'No se ha podido retirar la invitación.',
  loadFailed: 'No se han podido cargar las invitaciones.',
  shown: (shown: number, total: number) => `${number.format(shown)} de ${number.format(total)} invitaciones`,
  more: 'Mostrar más invitaciones',

  sentTitle: (name: string) => `La invitación de «${name}»`,
  mailed: 'Le mandamos este enlace por correo. También puedes dárselo tú.',
  notMailed: 'Esta comunidad no envía correos: dale tú el enlace.',
  done: 'Hecho',

  /** `host` is that of this computer. */
  local: (host: string) =>
    `«${host}» solo existe en este ordenador: con esa dirección nadie más puede abrir el enlace. Entra por la dirección que usan los demás (el ajuste \`PUBLIC_URL\` del servidor) y crea allí otro.`,
  link: 'Enlace',
  linkHint: (moment: string) => `Vale una sola vez, hasta ${formatDayAndTime(new Date(moment))}.`,
  copy: 'Copiar el enlace',
  copied: 'Copiado',
  share: 'Compartir',
  message: (name: string) => `${name}, te invito a Alejandría. Este enlace es solo para ti y vale una sola vez.`,
  copyFailed: 'No se ha podido copiar. Está seleccionado: cópialo con el teclado o el menú.',
  qr: 'Código QR del enlace, para la cámara de un móvil',
} as const
