/** Statements that no test proves yet. The list only becomes shorter. */
export const unproven: string[] = [
  'S1.script',
  'S2.3.uri',
  'S2.8.names',
  'S2.8.m',
  'S2.8.extags',
  'S2.8.pd',
  'S4.5.init',
  'S4.5.error',
  'S4.5.lid',
  'S4.5.answer',
  'S4.5.create',
  'S4.6.call',
  'S4.6.error',
  'S4.6.lty',
]
