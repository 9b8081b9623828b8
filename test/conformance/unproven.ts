/** Statements that no test proves yet. The list only becomes shorter. */
export const unproven: string[] = [
  'S2.8.names',
  'S2.8.m',
  'S2.8.extags',
  'S2.8.pd',
  'C8.1.customers',
  'C8.1.customer-webhooks',
]
