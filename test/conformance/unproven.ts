/** Statements that no test proves yet. The list only becomes shorter. */
export const unproven: string[] = []
