export const texts = {
  people: 'Personas',
  offered: (count: number) =>
    count === 1 ? '1 persona: Intro la nombra.' : `${count} personas: elige con las flechas e Intro.`,
} as const
