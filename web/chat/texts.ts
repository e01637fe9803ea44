import { formatCountOf } from '../ui/format/count.ts'

const count = (messages: number, one: string, many: string) => `${messages} ${messages === 1 ? one : many}`

/** 'Ana y Bruno', 'Ana e Irene' */
const together = new Intl.ListFormat('es')

export const texts = {
  title: 'Community Chat',
  connected: 'Conectados',
  disconnected: 'Desconectado',
  here: 'Personas conectadas',
  you: '(tú)',
  writingAs: 'Escribiendo como: ',
  admin: '(Admin)',

  messages: 'Mensajes',
  loading: 'Cargando mensajes...',
  loadingOlder: 'Cargando mensajes anteriores...',
  none: 'Todavía no ha hablado nadie. Las conversaciones de esta casa empiezan por un saludo.',
  fetchFailed: 'Failed to fetch messages',
  beginning: 'Aquí empieza la conversación',
  newMessages: 'Nuevos mensajes',
  moreThan: (messages: number) => `Más de ${count(messages, 'mensaje nuevo', 'mensajes nuevos')}`,
  toBottom: 'Ir al final',
  toLatest: 'Ir a lo último',
  toField: 'Ir al campo para escribir',
  unknownMessage: 'Este mensaje no está en el chat',
  unknownMessageHint: 'Puede que el enlace esté incompleto. La conversación sigue aquí.',
  messageFailed: 'No se ha podido abrir el mensaje.',
  arrived: (messages: number) => count(messages, 'mensaje nuevo', 'mensajes nuevos'),
  deleted: 'Mensaje eliminado',
  edited: 'editado',
  /** Before a name, for a screen reader. */
  answers: 'Responde a',
  actions: 'Acciones del mensaje',
  actionsOf: (name: string) => `Acciones del mensaje de ${name}`,
  actionsFailed: 'No se ha podido abrir el menú.',
  reactWith: (emoji: string) => `Reaccionar con ${emoji}`,
  otherEmoji: 'Otro emoji',
  reactTitle: 'Reaccionar al mensaje',
  answer: 'Responder',
  edit: 'Editar',
  delete: 'Eliminar',
  deleteOwnTitle: '¿Eliminar tu mensaje?',
  deleteTitle: (name: string) => `¿Eliminar el mensaje de ${name}?`,
  deleteText: 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».',
  answering: (name: string) => `Respondes a ${name}`,
  cancelAnswer: 'No responder',
  editing: 'Editas tu mensaje',
  cancelEdit: 'No editar',
  save: 'Guardar',
  saving: 'Guardando…',
  deleting: 'Eliminando…',
  editFailed: 'No se ha podido guardar el cambio.',
  deleteFailed: 'No se ha podido eliminar el mensaje.',
  spokenMessage: (name: string, message: string) => `${name}: ${message}`,

  message: 'Mensaje',
  placeholder: 'Escribe un mensaje…',
  keys: 'Intro envía, Mayús + Intro pasa de línea',
  send: 'Enviar',
  attach: 'Foto o archivo',
  uploadsFirst: 'Se podrá enviar cuando termine la subida.',
  linkFile: 'Link File',
  sending: 'Enviando…',
  waiting: 'Saldrá al volver la conexión',
  sendFailed: 'Failed to send message',
  retry: 'Reintentar',
  discard: 'Descartar',
  image: 'Imagen',
  /** Links without a text, read aloud. */
  unnamed: { file: 'archivo', post: 'post' },

  typing: (names: string[]) =>
    names.length > 2
      ? 'Varias personas están escribiendo…'
      : `${together.format(names)} ${names.length === 1 ? 'está' : 'están'} escribiendo…`,

  /** Suffix of 'Chat' in the accessible name of the navigation entry. */
  unread: (messages: number) => `, ${formatCountOf(messages, 'mensaje', 'mensajes')} sin leer`,
} as const
