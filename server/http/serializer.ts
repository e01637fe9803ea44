import type * as z from 'zod/mini'
import type { Schema } from '../../contract/endpoint.ts'
import { oncePerFrozen } from '../lib/per-object.ts'

/** Source of an expression that copies what the schema names from the value of the expression `from`. */
function copySource(schema: z.core.$ZodType, from: string, depth = 0): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return from
    case 'optional':
    case 'nullable': {
      const copy = copySource(def.innerType, from, depth)
      return copy === from ? from : `(${from} == null ? ${from} : ${copy})`
    }
    case 'array': {
      const item = `v${depth}`
      const copy = copySource(def.element, item, depth + 1)
      return copy === item ? from : `${from}.map((${item}) => (${copy}))`
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => {
        const key = JSON.stringify(name)
        return `${key}: ${copySource(field, `${from}[${key}]`, depth)}`
      })
      return `{ ${fields.join(', ')} }`
    }
    default:
      throw new Error(`an answer can't have the type ${def.type}`)
  }
}

export type Serializer = (value: unknown) => string | Buffer

/**
 * Compiles the function that writes a row's `response` as JSON: only what the schema names. It isn't validated, as the
 * compiler checks the type of what a handler returns.
 */
export function createSerializer(schema: Schema): Serializer {
  const copy = new Function('value', `return ${copySource(schema, 'value')}`) as (value: unknown) => unknown
  const write = (value: unknown) => JSON.stringify(copy(value))
  const writeList = oncePerFrozen((list: unknown[]) => Buffer.from(write(list)))
  return (value) => (Array.isArray(value) ? writeList(value) : write(value))
}
