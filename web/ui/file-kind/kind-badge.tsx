import type { FileKind } from '../../../contract/content/file-kinds.ts'
import { Badge } from '../badge.tsx'

/** SPEC §2, "Files". */
const labels: Record<FileKind, string> = {
  url: 'URL',
  youtube: 'VIDEO',
  pdf: 'PDF',
  image: 'IMAGEN',
  video: 'VIDEO',
  audio: 'AUDIO',
  document: 'DOCUMENTO',
  spreadsheet: 'HOJA DE CÁLCULO',
  presentation: 'PRESENTACIÓN',
  text: 'TEXTO',
  other: 'ARCHIVO',
}

export const KindBadge = ({ kind }: { kind: FileKind }) => <Badge>{labels[kind]}</Badge>
