import type { NewCategory } from '../contract/categories.ts'
import type { Role } from '../contract/users.ts'

interface Member {
  name: string
  email: string
  role: Role
  phone?: string
  /** Days since the account was made. */
  since: number
  /** Texts of closed accounts stay. */
  closed?: 'deactivated' | 'deleted'
  isOnline?: true
}

interface OpenCategory extends NewCategory {
  isInactive?: true
}

/** A reading circle. The first member is the admin who creates everything else. */
export const members: Member[] = [
  { name: 'Amparo Ruiz', email: 'amparo@lalampara.example', role: 'admin', phone: '600 000 101', since: 150 },
  { name: 'Benito Cañizares', email: 'benito@lalampara.example', role: 'normal', since: 149 },
  { name: 'Inés Mondragón', email: 'ines@lalampara.example', role: 'admin', phone: '600 000 103', since: 149 },
  { name: 'Íñigo Salvatierra', email: 'inigo@lalampara.example', role: 'normal', since: 148 },
  { name: 'Carmen Albaladejo', email: 'carmen@lalampara.example', role: 'normal', since: 147, isOnline: true },
  { name: 'Lucía Ferrándiz', email: 'lucia@lalampara.example', role: 'normal', since: 146 },
  { name: 'Zoé Quintana', email: 'zoe@lalampara.example', role: 'normal', since: 146, isOnline: true },
  { name: 'Óscar Peñalver', email: 'oscar@lalampara.example', role: 'normal', phone: '600 000 108', since: 145 },
  { name: 'Nuria Ortiz', email: 'nuria@lalampara.example', role: 'normal', since: 144 },
  { name: 'Tomás Belmonte', email: 'tomas@lalampara.example', role: 'normal', since: 144, isOnline: true },
  { name: 'Ramón Vidal-Ochoa', email: 'ramon@lalampara.example', role: 'normal', since: 143 },
  { name: 'Hilario Tejeda', email: 'hilario@lalampara.example', role: 'normal', since: 143, closed: 'deactivated' },
  { name: 'Eulalia Prieto', email: 'eulalia@lalampara.example', role: 'normal', since: 142, closed: 'deleted' },
  { name: 'Ñusta Quispe', email: 'nusta@lalampara.example', role: 'normal', since: 70 },
]

export const password = 'alejandria'

export const printedAccounts = [
  { name: 'Amparo Ruiz', as: 'admin, with drafts of her own' },
  { name: 'Íñigo Salvatierra', as: 'member, with a draft' },
  { name: 'Ñusta Quispe', as: 'member' },
]

export const categories: OpenCategory[] = [
  { name: 'Avisos', description: 'Lo que conviene saber: fechas, normas y cosas perdidas' },
  { name: 'Historia', description: 'La de los libros' },
  { name: 'Historia del barrio', description: 'El faro, el puerto y quienes vivieron aquí antes' },
  { name: 'Lecturas', description: 'Lo que leemos y lo que dijimos de ello' },
  { name: 'Taller de escritura', description: 'Los ejercicios de los jueves' },
  { name: 'Cocina y memoria', description: 'Recetas con su historia' },
  { name: 'Cine fórum', description: 'Películas, azotea y debate' },
  { name: 'Ciencia de sobremesa', description: 'Experimentos que caben en una mesa' },
  { name: 'Ñaque', description: 'Teatro de dos actores; a la espera del segundo' },
  { name: 'Boletín en papel', description: 'Se dejó de imprimir', isInactive: true },
]
