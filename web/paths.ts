import { generatePath } from 'react-router'
import type { ArchiveFile } from '../contract/files.ts'
import { pages } from '../contract/pages.ts'

export const postPath = (id: string) => generatePath(pages.post.path, { id })

export const editPostPath = (id: string) => generatePath(pages.editPost.path, { id })

export const viewFilePath = (id: string) => generatePath(pages.viewFile.path, { id })

/** Null for a link, which has no bytes here. */
export const downloadAddress = ({ cloudinary_url }: ArchiveFile) => cloudinary_url && `${cloudinary_url}?download=1`
