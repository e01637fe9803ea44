import { texts } from './texts.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** '2026-11-21 18.05.09': sorts by itself, and may be a name on every system. */
function sayMoment(date: Date) {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join('.')}`
}

/** Files among what is dragged or pasted; folders are none. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
}

/** A picture from the clipboard is always called 'image.png': the moment tells one from the other. */
export function named(file: File, now = new Date()) {
  const extension = /^image\.(\w+)$/.exec(file.name)?.[1]
  if (!extension) return file
  return new File([file], `${texts.pasted(sayMoment(now))}.${extension}`, { type: file.type })
}

/** Pasting into a text field is for the field. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=file]), textarea'))
