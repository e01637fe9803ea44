import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { files } from '../../contract/files.ts'
import { call, callNext } from '../api/call.ts'
import { filesKey } from '../files/api.ts'

const perPage = '24'

/** The archive's pictures that match, newest first. */
export const usePictures = (q: string) =>
  useInfiniteQuery({
    queryKey: [...filesKey, 'pictures', q],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(files.list, pageParam, signal)
        : call(files.list, { query: { kind: 'image', limit: perPage, ...(q && { q }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** An avatar that is a file of the archive: how it is written, and the file it names. */
export const avatarOfFile = (id: string) => `file:${id}`
export const fileOfAvatar = (avatar: string) => /^file:([0-9a-f]{32})$/.exec(avatar)?.[1]
