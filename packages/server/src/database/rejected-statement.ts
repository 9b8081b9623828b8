/** True when PostgreSQL rejects the statement itself (data, constraints, names, limits): a retry would fail again. */
export const isRejectedStatement = (error: unknown): boolean =>
  /^(22|23|42|54)/.test((error as { code?: string }).code ?? '')
