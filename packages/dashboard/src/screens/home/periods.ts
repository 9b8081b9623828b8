/** Periods that can be selected. */
export const periods = [
  ['7', '7 days'],
  ['', '30 days'],
  ['90', '90 days'],
] as const
