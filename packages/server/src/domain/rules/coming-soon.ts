/** Coming soon: notifies when the topic's tag is removed, or by hand. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const comingSoon: Rule = {
  causeOf: ({ tagsGone }, { tag }) =>
    tag !== null && tagsGone.includes(tag) ? { cause: 'tag-gone', facts: { tag } } : null,
  objection: gone,
  pacing: toEveryone,
}
