import { texts } from '../texts.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** '2026-11-21 18.05.09': sortable, and valid in a file name on every system. */
function formatTimestamp(date: Date) {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join('.')}`
}

/** Dragged or pasted files, without folders. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
}

/** Pictures from the clipboard are all called 'image.png', so the time is put into the name. */
export function withUniqueName(file: File, now = new Date()) {
  const extension = /^image\.(\w+)$/.exec(file.name)?.[1]
  if (!extension) return file
  return new File([file], `${texts.pasted(formatTimestamp(now))}.${extension}`, { type: file.type })
}

export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=file]), textarea'))
