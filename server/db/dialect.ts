/** Which database is underneath; migrations and the few statements that differ are told. */
export type Dialect = 'sqlite' | 'postgres'
