/** Time for a statement of `Services.readDb`, waiting for other ones included. */
export const slowReadTimeoutMs = 3000
