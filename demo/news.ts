import type { SignedIn } from '../server/http/serve.ts'
import { shareNews, updateNews } from '../server/news/rules.ts'
import type { Services } from '../server/services.ts'
import { findByName } from './entries.ts'

interface DemoNewsItem {
  by: string
  /** In hours. */
  age: number
  title: string
  url: string
  comment?: string
  edited?: { age: number; comment: string }
}

const day = 24

/** Oldest first. */
const items: DemoNewsItem[] = [
  {
    by: 'Inés Mondragón',
    age: 121 * day,
    title: 'La Biblioteca Nacional, a un clic: cómo buscar en la Hemeroteca Digital',
    url: 'https://www.bne.es/es/catalogos/hemeroteca-digital',
    comment: 'Para el taller: buscad el día en que nacisteis y traed un anuncio por palabras.',
  },
  {
    by: 'Óscar Peñalver',
    age: 64 * day,
    title: 'Faro de Alejandría: lo que se sabe y lo que se repite',
    url: 'https://es.wikipedia.org/wiki/Faro_de_Alejandr%C3%ADa',
  },
  {
    by: 'Zoé Quintana',
    age: 33 * day,
    title: 'Big Buck Bunny, la película entera y libre',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    comment: 'La del conejo. Dura diez minutos justos: da para verla y discutirla antes de cenar.',
  },
  {
    by: 'Tomás Belmonte',
    age: 12 * day,
    title: 'Dudas rápidas de la RAE',
    url: 'https://www.rae.es/dudas-rapidas',
    comment: 'Resuelta la discusión del jueves: «solo» se queda sin tilde, salvo que Ramón diga otra cosa.',
    edited: {
      age: 11 * day,
      comment: 'Resuelta la discusión del jueves: «solo» puede ir sin tilde. Ramón sigue recurriendo.',
    },
  },
  {
    by: 'Nuria Ortiz',
    age: 6 * day,
    title: 'Cómo se restaura una película: visita a los laboratorios de la Filmoteca',
    url: 'https://www.rtve.es/play/',
  },
  {
    by: 'Íñigo Salvatierra',
    age: 4 * day,
    title: 'El programa con el que se dibuja el mapa libre del mundo',
    url: 'https://github.com/openstreetmap/openstreetmap-website',
    comment: 'Por si a alguien le apetece dibujar el mapa del puerto con datos de verdad.',
  },
  {
    by: 'Lucía Ferrándiz',
    age: 2 * day + 3,
    title: 'Proyecto Gutenberg en español: los cien más leídos',
    url: 'https://www.gutenberg.org/browse/languages/es',
  },
  {
    by: 'Carmen Albaladejo',
    age: day + 2,
    title: 'La ley del derecho de asociación, entera (PDF)',
    url: 'https://www.boe.es/buscar/pdf/2002/BOE-A-2002-5852-consolidado.pdf',
    comment: 'El artículo 11 es lo de la asamblea. Leedlo antes del sábado, por favor.',
  },
  {
    by: 'Benito Cañizares',
    age: 3,
    title: 'Biblioteca Virtual Miguel de Cervantes: nuevas voces leídas en voz alta',
    url: 'https://www.cervantesvirtual.com/',
    comment: 'Hay un cuento de Pardo Bazán que pide a gritos una noche de azotea.',
  },
]

const hourMs = 60 * 60_000

export async function seedNews(at: (moment: number) => Services, now: number, people: Map<string, SignedIn>) {
  for (const { by, age, title, url, comment, edited } of items) {
    const person = findByName(people, by)
    const { id } = await shareNews(at(now - age * hourMs), person, { title, url, comment })
    if (edited) await updateNews(at(now - edited.age * hourMs), person, id, { title, url, comment: edited.comment })
  }
}
