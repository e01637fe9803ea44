/** Maximum in a question's heading; the question itself has the whole name. */
const maxLength = 60

/** Heading of the question before something is deleted. */
export function deletionTitle(name: string) {
  const letters = [...name]
  return `¿Eliminar «${letters.length > maxLength ? `${letters.slice(0, maxLength).join('').trimEnd()}…` : name}»?`
}
