import type { FileKind } from '../../../contract/content/file-kinds.ts'
import { Badge } from '../badge.tsx'
import { cx } from '../cx.ts'
import css from './file-kind.module.css'

const sheet = 'M12 4h17l9 9v31H12zM29 4v9h9'

/** Drawn in a square of 48. */
const drawings: Record<FileKind, string> = {
  text: `${sheet}M18 20h14M18 26h14M18 32h14M18 38h8`,
  document: `${sheet}M18 20h8M18 26h14M18 31h14M18 36h14`,
  pdf: `${sheet}M18 19h14M18 24h14M21 33a4 4 0 1 0 8 0 4 4 0 1 0-8 0m1.5 3.5L20.5 42l4.5-2 4.5 2-2-5.5`,
  spreadsheet: `${sheet}M17 20h16v18H17zM17 26h16M17 32h16M23 20v18`,
  presentation: 'M6 8h36M9 8v22h30V8M24 30v5M15 43l9-8 9 8M15 24l6-7 5 4 7-8',
  image: 'M6 9h36v30H6zM6 33l11-11 10 10 5-5 10 9M31 18a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  video: 'M6 10h36v28H6zM13 10v28M35 10v28M6 17h7M6 24h7M6 31h7M35 17h7M35 24h7M35 31h7M20 18v12l10-6z',
  // lyre
  audio:
    'M15 6c0 5-6 9-6 18 0 8 5 13 10 15h10c5-2 10-7 10-15 0-9-6-13-6-18M14 13h20M19 13v19M24 13v19M29 13v19M16 32h16M20 39v4h8v-4',
  url: 'M20 28l8-8M22 14l5-5a8.5 8.5 0 0 1 12 12l-5 5M26 34l-5 5a8.5 8.5 0 0 1-12-12l5-5',
  youtube: 'M5 16c0-4 2-6 6-6h26c4 0 6 2 6 6v16c0 4-2 6-6 6H11c-4 0-6-2-6-6zM20 17v14l12-7z',
  // amphora
  other:
    'M18 5h12M20 5v7c-7 3-9 10-5 18l6 12h6l6-12c4-8 2-15-5-18V5M20 9c-7-2-10 4-6 9M28 9c7-2 10 4 6 9M14.5 24h19M20 45h8',
}

/** Drawing of a file's kind; decorative, its badge has the text. */
export function KindIcon({ kind, size = 48, className }: { kind: FileKind; size?: number; className?: string }) {
  return (
    <svg
      className={cx(css.icon, css[kind], className)}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
    >
      <path d={drawings[kind]} />
    </svg>
  )
}

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
