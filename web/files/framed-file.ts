import { createStore } from '../api/store.ts'

/** Id of the opened file that is shown in the frame of all pages: any but a document, which has its tab for itself. */
export const framedFile = createStore<string | undefined>(undefined)
