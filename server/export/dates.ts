/** Moments in the time zone of the community. */
export function createDates(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('es', { timeZone, ...options })
    return (at: number) => formatter.format(at)
  }
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return {
    /** '2024-03-05' */
    isoDay: (at: number) => isoDay.format(at),
    /** '5 de marzo de 2024' */
    day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    /** 'martes, 5 de marzo de 2024' */
    weekday: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 'marzo de 2024' */
    month: format({ month: 'long', year: 'numeric' }),
    /** 'marzo' */
    monthName: format({ month: 'long' }),
    /** '18:05' */
    time: format({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }),
  }
}

export type Dates = ReturnType<typeof createDates>
