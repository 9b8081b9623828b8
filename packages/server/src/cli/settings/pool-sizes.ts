/** How many connections to the database a process opens. */

/** Connections of one HTTP process: many processes make do with fewer each. */
export const sizesFor = (processes: number) =>
  processes > 4 ? { connections: 4, sessions: 6 } : { connections: 6, sessions: 8 }
