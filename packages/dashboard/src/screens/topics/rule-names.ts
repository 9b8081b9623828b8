/** Display names of alert rules. */
import type { StoreData } from '../../api.ts'

export type Topics = StoreData<'/topics'>
export type Topic = Topics['topics'][number]

const names: Record<Topic['rule'], string> = {
  'back-in-stock': 'When it is back in stock',
  'coming-soon': 'When it goes on sale',
  'price-drop': 'When the price drops',
  'low-stock': 'When stock of a saved product is low',
  reminder: 'Some time after the sign-up',
  manual: 'Manually',
}
export const ruleName = (rule: Topic['rule']) => names[rule]
