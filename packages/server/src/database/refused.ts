/** A statement that PostgreSQL refuses for what is in it (data, rules, names, limits): repeated it is refused again. */
export const isRefused = (error: unknown): boolean => /^(22|23|42|54)/.test((error as { code?: string }).code ?? '')
