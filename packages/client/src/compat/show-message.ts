/** A short message to the shopper; loads its file when it is needed first. */
import { heartbell, load } from '../widgets/kit.ts'

export async function showMessage(text: string): Promise<void> {
  await load('parts')
  heartbell.showToast!(text)
}
