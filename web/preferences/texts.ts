import type { PreferenceName } from '../../contract/preferences.ts'

interface Words {
  label: string
  hint: string
}

export const texts = {
  emailPreferences: 'Preferencias de Email',
  preferences: {
    new_posts: {
      label: 'Nuevos posts',
      hint: 'Cuando alguien publica un post por primera vez.',
    },
    admin_notifications: {
      label: 'Avisos de la administración',
      hint: 'Lo que quienes administran la comunidad quieren contar a todos.',
    },
    comment_replies: {
      label: 'Respuestas a comentarios',
      hint: 'Cuando alguien comente un post tuyo o conteste a un comentario tuyo.',
    },
    weekly_digest: {
      label: 'Resumen semanal',
      hint: 'Una vez por semana, lo que se ha publicado en la comunidad.',
    },
  } satisfies Record<PreferenceName, Words>,
  comingSoon: 'Próximamente disponible',
  intro: 'Elige qué correos quieres recibir.',
  sentTo: (email: string) => `Los correos llegan a ${email}.`,
  loading: 'Cargando preferencias...',
  loadFailed: 'Error al cargar las preferencias de email',
  updateFailed: 'Error al actualizar las preferencias',
  updated: 'Preferencias actualizadas exitosamente',
  goodToKnow: 'Conviene saber',
  notes: [
    'Los cambios se aplican de inmediato.',
    'Los correos críticos de seguridad se envían siempre.',
    'Cada correo lleva un enlace para dejar de recibir los de su clase.',
  ],
} as const
