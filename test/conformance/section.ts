/** What a section of statements is. */

/** The id of a statement is the section's id and its own: `S2.1.regid`. */
export type Section = { id: string; title: string; statements: Record<string, string> }
