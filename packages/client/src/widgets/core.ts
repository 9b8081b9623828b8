/** The first file of the storefront: the client, the heart and the counter; it loads the others when the page has them. */
import { Count } from './count.ts'
import { Heart } from './heart.ts'
import { begin, load } from './kit.ts'

export function install(): void {
  if (customElements.get('heartbell-heart')) return
  begin()
  customElements.define('heartbell-heart', Heart)
  customElements.define('heartbell-count', Count)
  const look = () => {
    for (const name of ['notify', 'list', 'saved'])
      if (document.querySelector(`heartbell-${name}`)) load(name === 'list' ? 'drawer' : name)
  }
  document.readyState === 'loading' ? addEventListener('DOMContentLoaded', look) : look()
}
