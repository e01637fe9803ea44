/** Files of the demo, generated at its start: the repository has no images for it. */
import sharp from 'sharp'
import type { Scene } from './media/drawing.ts'
import { pdf } from './media/pdf.ts'
import { amphorae } from './media/scenes/amphorae.ts'
import { cat } from './media/scenes/cat.ts'
import { lighthouse } from './media/scenes/lighthouse.ts'
import { map } from './media/scenes/map.ts'
import { mosaic } from './media/scenes/mosaic.ts'
import { oliveBranch } from './media/scenes/olive-branch.ts'
import { papyrus } from './media/scenes/papyrus.ts'
import { starryNight } from './media/scenes/starry-night.ts'
import { harbour, lyre } from './media/sounds.ts'
import { catalogue, programme, statutes } from './media/texts.ts'

export interface Medium {
  /** Name in links of the demo's texts. */
  key: string
  name: string
  type: string
  bytes: Buffer
  description: string
  /** A member and a category of community.ts. */
  by: string
  category?: string
}

type MediumSource = Omit<Medium, 'bytes'> & { make(): Buffer | Promise<Buffer> }

const jpeg = ({ svg }: Scene) => sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
const webp = ({ svg }: Scene) => sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()

const all: MediumSource[] = [
  {
    key: 'faro',
    name: 'El faro al atardecer.jpg',
    type: 'image/jpeg',
    description: 'El de verdad, tal como lo imagina Lucía: tres cuerpos y el fuego arriba',
    by: 'Lucía Ferrándiz',
    category: 'Historia del barrio',
    make: () => jpeg(lighthouse()),
  },
  {
    key: 'plano',
    name: 'Plano de Alejandría.jpg',
    type: 'image/jpeg',
    description: 'Los dos puertos, el Heptastadion y, en rojo, la biblioteca. No sirve para navegar',
    by: 'Benito Cañizares',
    category: 'Historia',
    make: () => jpeg(map()),
  },
  {
    key: 'papiro',
    name: 'Papiro del escritorio.jpg',
    type: 'image/jpeg',
    description: 'Copia de una copia. Nadie ha conseguido leerlo todavía',
    by: 'Inés Mondragón',
    category: 'Historia',
    make: () => jpeg(papyrus()),
  },
  {
    key: 'anforas',
    name: 'Ánforas en la ventana.webp',
    type: 'image/webp',
    description: 'La de las aceitunas es la pequeña. La grande no se toca',
    by: 'Carmen Albaladejo',
    category: 'Cocina y memoria',
    make: () => webp(amphorae()),
  },
  {
    key: 'olivo',
    name: 'Rama de olivo.webp',
    type: 'image/webp',
    description: 'Lámina para la puerta de la cocina',
    by: 'Ñusta Quispe',
    category: 'Cocina y memoria',
    make: () => webp(oliveBranch()),
  },
  {
    key: 'gato',
    name: 'Filóstrato duerme sobre los préstamos.jpg',
    type: 'image/jpeg',
    description: 'El gato de la sala. Por esto no se puede renovar ninguno de los cuatro de abajo',
    by: 'Zoé Quintana',
    make: () => jpeg(cat()),
  },
  {
    key: 'mosaico',
    name: 'Mosaico del sol.webp',
    type: 'image/webp',
    description: 'Apareció debajo del linóleo. Faltan algunas teselas; si alguien las tiene, que las devuelva',
    by: 'Ramón Vidal-Ochoa',
    category: 'Historia del barrio',
    make: () => webp(mosaic()),
  },
  {
    key: 'noche',
    name: 'La noche sin luz.jpg',
    type: 'image/jpeg',
    description: 'Desde la Punta, la noche del apagón. La estrella grande es Vega, en la Lira',
    by: 'Íñigo Salvatierra',
    category: 'Ciencia de sobremesa',
    make: () => jpeg(starryNight()),
  },
  {
    key: 'seikilos',
    name: 'Canción de Seikilos.wav',
    type: 'audio/wav',
    description: 'La melodía completa más antigua que se conserva, tocada con lira: «Mientras vivas, brilla»',
    by: 'Óscar Peñalver',
    category: 'Historia',
    make: lyre,
  },
  {
    key: 'boya',
    name: 'La boya del puerto.wav',
    type: 'audio/wav',
    description: 'Quince segundos de mar y campana, para leer los «Poemas del rompeolas»',
    by: 'Tomás Belmonte',
    category: 'Lecturas',
    make: harbour,
  },
  {
    key: 'estatutos',
    name: 'Estatutos del Círculo.pdf',
    type: 'application/pdf',
    description: 'Los aprobados en asamblea, con las dos comas corregidas',
    by: 'Amparo Ruiz',
    category: 'Avisos',
    make: () =>
      pdf({ title: 'Estatutos del Círculo de Lectura La Lámpara', author: 'Círculo La Lámpara', paragraphs: statutes }),
  },
  {
    key: 'catalogo',
    name: 'Catálogo de la sala.csv',
    type: 'text/csv',
    description: 'Doce de los libros, con su signatura. El último se ha perdido',
    by: 'Inés Mondragón',
    category: 'Lecturas',
    make: () => Buffer.from(catalogue),
  },
  {
    key: 'programa',
    name: 'Programa de lecturas.txt',
    type: 'text/plain',
    description: 'Los jueves a las siete, de otoño a primavera',
    by: 'Amparo Ruiz',
    category: 'Lecturas',
    make: () => Buffer.from(programme),
  },
]

/** Takes some seconds. */
export const media = (): Promise<Medium[]> =>
  Promise.all(all.map(async ({ make, ...about }) => ({ ...about, bytes: await make() })))
