import { generatePath } from 'react-router'
import type { ArchiveFile } from '../../contract/files.ts'
import { pages } from '../../contract/pages.ts'

/** Where a PDF is read. */
export const viewFilePath = (id: string) => generatePath(pages.viewFile.path, { id })

/** The forced-download form of where an upload's bytes are. */
export const downloadAddress = ({ cloudinary_url }: ArchiveFile) => cloudinary_url && `${cloudinary_url}?download=1`
