import type { ImportOptions } from '../command.ts'
import type { Import } from '../imports.ts'
export async function importWordPress(_run: Import, _path: string, _options: ImportOptions) {}
