import { v4 } from 'uuid'

/** A UUID, on plain http too. */
export const newClientId = () => v4()
