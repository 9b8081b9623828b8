/** What people are told about, and what its rules are called. */
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
  'back-in-stock': 'When it is there again',
  'coming-soon': 'When it can be bought',
  'price-drop': 'When the price falls',
  'low-stock': 'When little is left of something saved',
  reminder: 'Some time after the asking',
  manual: 'By hand',
}
export const ruleName = (rule: string) => rules[rule] ?? rule
