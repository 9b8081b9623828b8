/** The three priorities of a wish, the strongest first, and their texts. */
import type { Priority } from '../../client/records.ts'
import { t } from '../shared/texts.ts'

export const priorities: Priority[] = ['must-have', 'would-love', 'nice']

export const priorityText = (priority: Priority): string =>
  ({ 'must-have': t('must', 'Must have'), 'would-love': t('love', 'Would love'), nice: t('nice', 'Nice') })[priority]
