/** How many database connections a process opens. */

/** Connections of one HTTP process; with many processes each gets fewer. */
export const sizesFor = (processes: number) =>
  processes > 4 ? { connections: 4, sessions: 6 } : { connections: 6, sessions: 8 }
