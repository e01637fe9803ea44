import type { AnswerOf, Endpoint, Schema } from '../../contract/endpoint.ts'
import type { Page } from '../db/page.ts'
import { SharedJson } from './compress.ts'
import { createSerializer } from './serializer.ts'

type PagedEndpoint = Endpoint & { paged: true; response: Schema }
/** Page that answers a row. */
export type PageOf<E extends Endpoint> = Page<AnswerOf<E> extends readonly (infer Item)[] ? Item : never>

/** A page whose items are JSON already: `cached`, it is written once for everybody who gets it. */
export class WrittenPage<P extends Page<unknown>> {
  /** Without items. */
  readonly page: P
  readonly json: SharedJson

  constructor(page: P, json: SharedJson) {
    this.page = page
    this.json = json
  }
}

/** Makes the function that writes pages of a row. */
export function createPageWriter<E extends PagedEndpoint>({ response }: E) {
  const serialize = createSerializer(response)
  return (page: PageOf<E>): WrittenPage<PageOf<E>> =>
    new WrittenPage({ ...page, items: [] }, new SharedJson(serialize(page.items)))
}
