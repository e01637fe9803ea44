import { limits } from '../../../../contract/limits.ts'
import { formatDayAndTime } from '../../../ui/format/dates.ts'

const max = limits.passwordLinks.maxInvited
const people = (count: number) => `${count} ${count === 1 ? 'persona' : 'personas'}`

export const texts = {
  title: 'Invitar a varias personas',
  list: 'Lista de personas',
  listHint: 'Una por línea: nombre, correo y, si quieres, teléfono. También vale lo copiado de una hoja de cálculo.',
  example: 'Ana Pérez, ana@ejemplo.org, 600 111 222\nBruno Díaz <bruno@ejemplo.org>',
  chooseFile: 'Elegir un archivo CSV',
  fileFailed: 'No se ha podido leer ese archivo.',
  fileTooLarge: 'Ese archivo es demasiado grande para ser una lista de personas.',
  preview: 'Así se ha entendido',
  count: (count: number, wrong: number) =>
    wrong === 0 ? people(count) : `${people(count)}, ${wrong} con algo por corregir`,
  noName: 'Sin nombre',
  noEmail: 'Sin correo',
  nameTwice: 'Ese nombre ya está antes en la lista.',
  numberInName: 'Hay un número en el nombre: ¿es de otra columna?',
  emailTwice: 'Ese correo ya está antes en la lista.',
  empty: 'Escribe o pega la lista, o elige un archivo.',
  tooMany: (count: number) => `Se puede invitar a ${max} personas de una vez, y en la lista hay ${count}.`,
  wrong: (count: number) =>
    count === 1
      ? 'Hay una persona con algo por corregir en la lista. Todavía no se ha invitado a nadie.'
      : `Hay ${count} personas con algo por corregir en la lista. Todavía no se ha invitado a nadie.`,
  failed: 'No se ha podido invitar a nadie.',
  invite: (count: number) => (count === 0 ? 'Invitar' : `Invitar a ${people(count)}`),

  sentTitle: (count: number) => `${people(count)} con invitación`,
  mailed: 'Les mandamos su enlace por correo. También puedes dárselo tú.',
  notMailed: 'Esta comunidad no envía correos: dale tú a cada persona su enlace.',
  eachLink: 'El enlace de cada persona',
  links: 'Enlaces',
  linksHint: (moment: string) => `Cada uno vale una sola vez, hasta ${formatDayAndTime(new Date(moment))}.`,
  copyAll: 'Copiar todos',
  copied: 'Copiados',
  copyFailed: 'No se han podido copiar. Están seleccionados: cópialos con el teclado o el menú.',
  done: 'Hecho',
} as const
