/** Below the rows of a list: signing in, the total, and *Add all to bag*. */
import { heartbell } from '../../kit.ts'
import { button } from '../../shared/button.ts'
import { h } from '../../shared/element.ts'
import { money } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import type { Part, View } from '../context.ts'
import { use } from '../files.ts'
import { bagLines, isGone, totalOf } from '../item-facts.ts'
import { itemsOf } from './items.ts'

/** The shop's sign-in page; `{url}` is replaced by the page to come back to. */
function signInAddress(): string | undefined {
  const { signIn, identity } = heartbell.settings
  // with an identity of the page, signing in is under way
  return identity || heartbell.isSignedIn() ? undefined : signIn?.replace('{url}', encodeURIComponent(location.href))
}

export function drawFoot(view: View): Part[] {
  const { shared } = view
  const items = itemsOf(view)
  const { sum, count } = totalOf(items)
  const buyable = items.filter((item) => !isGone(item) && bagLines(item).length)
  const gone = items.filter(isGone).length
  const about = [t('total', 'Total'), gone > 0 && t('goneCount', '{0} sold out', gone)]
  const address = shared ? undefined : signInAddress()
  return [
    !!address &&
      !!items.length &&
      h('p', { class: 'nudge' }, h('a', { href: address }, t('nudge', 'Sign in to keep this on all your devices'))),
    count > 0 &&
      h(
        'div',
        { class: 'foot' },
        h('div', {}, h('p', { class: 'soft' }, about.filter(Boolean).join(' · ')), h('b', {}, money(sum))),
        !!heartbell.cart &&
          buyable.length > 1 &&
          button(t('addAll', 'Add all to bag'), () => use('bag').then((bag) => bag.addAll(view)), {
            class: 'main',
          }),
        !!view.summary &&
          h('p', { class: 'soft' }, view.summary, view.undoAll && button(t('undo', 'Undo'), view.undoAll)),
      ),
  ]
}
