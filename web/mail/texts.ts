import type { countedStates, DeliveryState, MailKind } from '../../contract/mail.ts'

const number = new Intl.NumberFormat('es')

/** Texts of the mail queue; those of the specification stay letter for letter (SPEC §2, §5, §8). */
export const texts = {
  title: 'Correo enviado',
  intro: 'Todo lo que ha salido de aquí por correo, y cómo le ha ido.',
  loading: 'Cargando el correo enviado...',
  loadFailed: 'Error al cargar el correo enviado',
  states: {
    queued: () => 'en cola',
    sent: (count) => (count === 1 ? 'enviado' : 'enviados'),
    saved: (count) => (count === 1 ? 'guardado' : 'guardados'),
    failed: (count) => (count === 1 ? 'fallido' : 'fallidos'),
    skipped: (count) => (count === 1 ? 'omitido' : 'omitidos'),
  } satisfies Record<(typeof countedStates)[number], (count: number) => string>,
  /** Without a mail server. */
  saved: {
    title: 'Correo guardado, no enviado',
    intro: 'Lo que habría salido de aquí por correo. Cada mensaje es un archivo del servidor.',
    noMails: 'Todavía no hay ningún correo guardado.',
    delivery: 'Guardado',
  },
  paused: 'El correo está en espera',
  pausedText: 'Nada se pierde: lo que está en cola sale en cuanto el servidor de correo vuelva a aceptar mensajes.',
  pausedReason: 'Motivo:',
  pausedSince: 'Desde',
  pausedNextTry: 'Se vuelve a intentar',
  retryNow: 'Reintentar ahora',
  retryNowFailed: 'Error al reintentar el envío',
  retrying: 'Se está intentando otra vez.',
  noMails: 'Todavía no se ha enviado ningún correo. El primero que salga quedará apuntado aquí.',
  shown: (shown: number, total: number) => `${number.format(shown)} de ${number.format(total)} correos`,
  more: 'Mostrar más correos',
  by: 'por',
  sendsAt: 'sale',
  kinds: {
    new_post: 'Post nuevo',
    post_digest: 'Posts nuevos',
    broadcast: 'Notificación',
    test: 'Prueba',
    security: 'Seguridad',
    invitation: 'Invitación',
    password_link: 'Enlace para la contraseña',
    new_device: 'Dispositivo nuevo',
  } satisfies Record<MailKind, string>,

  deliveriesOf: (subject: string) => `Destinatarios de «${subject}»`,
  deliveries: {
    loading: 'Cargando a quién se envió...',
    loadFailed: 'Error al cargar a quién se envió',
    shown: (shown: number, total: number) => `${number.format(shown)} de ${number.format(total)} destinatarios`,
    more: 'Mostrar más destinatarios',
  },
  noDeliveries: 'No había nadie a quien enviarlo.',
  deliveryStates: {
    queued: 'En cola',
    sent: 'Enviado',
    failed: 'Fallido',
    skipped: 'Omitido',
  } satisfies Record<DeliveryState, string>,
  attempts: (count: number) => (count === 1 ? '1 intento' : `${count} intentos`),
  nextTry: 'se reintenta',
  retryFailed: 'Reintentar los fallidos',
  retryFailedError: 'Error al reintentar los fallidos',
  requeued: 'Los fallidos vuelven a estar en cola.',
} as const
