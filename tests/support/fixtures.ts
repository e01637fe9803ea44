import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileToSend } from './server/community.ts'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
}

export const fixturePath = (name: string) => join(import.meta.dirname, '../fixtures', name)

/** A real file of tests/fixtures, with the type that a browser would say. */
export function fixture(name: string, more: Partial<Omit<FileToSend, 'bytes'>> = {}) {
  const type = types[name.split('.').at(-1) ?? ''] ?? ''
  return { name, type, bytes: new Uint8Array(readFileSync(fixturePath(name))), ...more }
}
