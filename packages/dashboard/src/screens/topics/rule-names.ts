/** Display names of alert rules. */
export type Topic = {
  topic: string
  rule: string
  options: Record<string, string>
  channels: string[]
  enabled: boolean
  isStandard: boolean
}
export type Topics = { topics: Topic[]; rules: string[]; media: string[]; settings: Record<string, string> }

const rules: Record<string, string> = {
  'back-in-stock': 'When it is back in stock',
  'coming-soon': 'When it goes on sale',
  'price-drop': 'When the price drops',
  'low-stock': 'When stock of a saved product is low',
  reminder: 'Some time after the sign-up',
  manual: 'Manually',
}
export const ruleName = (rule: string) => rules[rule] ?? rule
