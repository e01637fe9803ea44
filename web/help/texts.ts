import type { Access } from '../../contract/endpoint.ts'

export const texts = {
  title: 'Ayuda',
  intro: 'Páginas cortas: cada una dice qué hay que pulsar y qué pasa después.',
  groups: { public: 'Para empezar', member: 'En el día a día', admin: 'Para quien administra' } satisfies Record<
    Access,
    string
  >,
  back: 'Toda la ayuda',
  forMembers: 'Esta página de la ayuda es para quienes ya tienen cuenta. Entra y la verás aquí mismo.',
  moreForMembers: 'Al entrar verás aquí el resto: cómo se escribe, el chat, los avisos, el archivo y tu cuenta.',
  forAdmins: 'Esta página de la ayuda es para quienes administran la comunidad.',
  loading: 'Cargando ayuda...',
  notFound: 'Si no encuentras lo que buscas, pregunta en el chat, o a quien administra la comunidad.',
} as const
