/** Says that there is no network. In core.js, because the file of the usual messages may be what could not be loaded. */
import { h } from './element.ts'
import { t } from './texts.ts'

/** A press anywhere closes it. The browser's own style is enough; heartbell.css has a better one. */
export const sayOffline = (): void =>
  document.body
    .appendChild(
      h('heartbell-note' as 'div', { popover: '', role: 'alert' }, t('offline', 'You are offline. Please try again.')),
    )
    .showPopover()
