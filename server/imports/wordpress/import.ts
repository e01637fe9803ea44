import type { Import, ImportOptions } from '../imports.ts'
export async function importWordPress(_run: Import, _path: string, _options: ImportOptions) {}
