import { texts as shared } from '../../contract/markdown/texts.ts'

export const texts = {
  ...shared,
  loading: 'Cargando texto...',
  mention: 'Mencionar',
  written: 'Lo que ha escrito',
  cardUnavailable: 'No se pudo abrir. Recarga la página.',
  imageOf: (host: string) => `Imagen de ${host}`,
  tapToSee: 'toca para ver',
  seeImage: (host: string) => `Ver la imagen de ${host}`,
  imageFailed: 'no se pudo cargar',
  tryAgain: 'toca para reintentar',
  openImage: 'abrir en otra pestaña',
  externalImages: (count: number, hosts: string[]) =>
    `${count === 1 ? '1 imagen de otro sitio' : `${count} imágenes de ${hosts.length === 1 ? 'otro sitio' : 'otros sitios'}`}: ${listOf(hosts)}.`,
  visitWarning: (sites: number) => `Al mostrarlas ${sites === 1 ? 'sabrá' : 'sabrán'} de tu visita.`,
  choiceRemembered: 'La próxima vez también se mostrarán.',
  choiceNotRemembered: 'Se muestran por esta vez.',
  showImages: 'Mostrar las imágenes',
  hideImages: 'No mostrar más',
  enlarge: (alt: string) => `Ampliar la imagen${alt && `: ${alt}`}`,
  textImages: 'Imágenes del texto',
  position: (number: number, total: number) => `${number} de ${total}`,
  play: 'Reproducir: ',
  videoHost: 'youtube.com',
  watchOnYoutube: 'Ver en YouTube',
}

/** 'uno.example, dos.example y 3 más': a text can name hundreds. */
function listOf(hosts: string[]): string {
  const most = hosts.length > 4 ? 3 : 4
  const named = hosts.slice(0, most)
  if (hosts.length > most) named.push(`${hosts.length - most} más`)
  return new Intl.ListFormat('es').format(named)
}
