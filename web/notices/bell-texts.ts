export const bellTexts = {
  notices: 'Avisos',
  withUnread: (count: string) => `Avisos, ${count} sin leer`,
} as const
