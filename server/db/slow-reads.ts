/** Time for a statement of `Services.readDb`; on SQLite, waiting for other ones included. */
export const slowReadTimeoutMs = 3000
