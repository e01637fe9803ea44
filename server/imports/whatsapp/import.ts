import type { Import, ImportOptions } from '../imports.ts'
export async function importWhatsApp(_run: Import, _path: string, _options: ImportOptions) {}
