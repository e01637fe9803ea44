const people = (count: number) => `${count} ${count === 1 ? 'usuario' : 'usuarios'}`

/** Texts of /admin/notifications; those of the specification stay letter for letter (SPEC §2, §5, §8). */
export const texts = {
  title: 'Email Notifications',
  admin: 'Admin',
  intro: 'Escribe una vez y llega al correo de toda la comunidad, a cada persona por separado.',
  unset: 'De aquí no sale ningún correo',
  unsetText:
    'El servidor no tiene cómo enviarlos: los guarda en su carpeta `outbox`, y lo que escribas llega solo a los avisos de Alejandría. Para enviarlos hace falta el ajuste `SMTP_URL`.',

  recipients: 'Destinatarios',
  loading: 'Cargando destinatarios...',
  loadFailed: 'Error al cargar la lista de destinatarios',
  subscribed: (count: number) => (count === 1 ? 'suscrito a los avisos' : 'suscritos a los avisos'),
  active: (count: number) => (count === 1 ? 'usuario activo en total' : 'usuarios activos en total'),
  showRecipients: 'Mostrar destinatarios',
  hideRecipients: 'Ocultar destinatarios',
  recipientList: 'Lista de destinatarios',
  recipientsHint: 'Quien lleva «No suscrito» solo recibe lo que mandes también a los no suscritos.',
  notSubscribed: 'No suscrito',
  nobodyActive: 'No hay ninguna cuenta activa a la que escribir.',

  write: 'Nueva notificación',
  subject: 'Asunto',
  counter: (length: number, max: number) => `${length} de ${max} caracteres`,
  message: 'Mensaje',
  messageHint: 'Texto sin formato. Una línea en blanco separa los párrafos.',
  subjectMissing: 'Falta el asunto',
  messageMissing: 'Falta el mensaje',
  include: 'Incluir a los usuarios no suscritos',
  includeHint: 'Solo para avisos críticos o emergencias: llega también a quienes han pedido no recibir avisos.',
  restored: 'Aquí sigue lo que escribiste y no llegaste a enviar.',
  test: 'Prueba de Notificación',
  testHint: 'La prueba te llega solo a ti: es el correo de un post nuevo.',
  testSent: 'Notificación de prueba enviada exitosamente',
  testFailed: 'Error al enviar notificación de prueba',
  send: 'Enviar notificación',
  sendTo: (count: number) => `Enviar a ${people(count)}`,
  bothRequired: 'Por favor, completa tanto el asunto como el mensaje',
  nobody: 'Ahora mismo no hay nadie a quien le llegue. Nadie está suscrito a los avisos.',
  sendFailed: 'Error al enviar la notificación',
  sendFailedWith: (reason: string) => `Error al enviar notificación: ${reason}`,
  sentBefore:
    'Lo que intentaste enviar antes de cambiar el texto ya se aceptó: está abajo, en la lista de correos. Si vuelves a enviar, este texto saldrá como otra notificación.',

  preview: '¿Enviar esta notificación?',
  previewTo: (count: number) => (count === 1 ? 'Le llegará a una persona.' : `Les llegará a ${count} personas.`),
  previewToAll: (count: number) =>
    count === 1
      ? 'Le llegará a una persona, esté o no suscrita.'
      : `Les llegará a ${count} personas, también a quienes no están suscritas.`,
  previewMail: 'Así se verá',
  previewFinal: 'Lo que sale por correo no se puede deshacer.',
  previewUnset:
    'El correo se guarda sin enviarlo. El mensaje llega a los avisos de Alejandría, y eso no se puede deshacer.',
  previewSubject: 'Asunto:',
  greeting: (name: string) => `Hola, ${name}:`,
  site: 'Alejandría',
  why: 'Recibes este correo porque quieres recibir los avisos de quienes administran Alejandría.',
  whyAll: 'Recibes este correo porque es un aviso importante para todos los miembros de Alejandría.',
  unsubscribe: 'Darse de baja de estos correos',
  goHome: 'Ir a Alejandría',
  cancel: 'Seguir escribiendo',

  guidelines: 'Antes de enviar',
  guidelineList: [
    'Para lo que importa a toda la comunidad: cambios, encuentros, mantenimiento. Lo demás cabe en el blog o en el chat.',
    'Un asunto que diga de qué va: es lo que se lee en el buzón.',
    'Llega a quienes tienen activados los avisos en sus preferencias. Incluir a los demás es solo para avisos críticos o emergencias.',
    'Cada correo lleva el nombre de quien lo recibe y un enlace para darse de baja. Nadie ve las direcciones de los demás.',
    'Antes de enviar verás cómo queda y a cuántas personas llega.',
  ],
} as const
