/** The file behind the larger widgets: in the page's build it holds what they have in common; it says what was refused. */
import { heartbell } from './kit.ts'
import { say } from './texts.ts'
import { tell } from './toast.ts'

export function install(): void {
  heartbell.tellRefused = (retry) => tell(say('failed', 'That could not be saved.'), say('retry', 'Try again'), retry)
}
