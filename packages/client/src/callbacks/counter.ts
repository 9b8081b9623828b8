/** Header counters: elements that show the number of saved items, now and after every change. */
import type { Client } from '../client/client.ts'
import { run, type Then } from './answer.ts'

type Counter = { shown: number; then: Then }

export function makeCounter(client: Client, countItems: () => Promise<number>) {
  const counters = new Map<Element, Counter>()
  const show = (element: Element, counter: Counter, count: number) => {
    if (counter.shown === count) return
    counter.shown = count
    element.textContent = `${count}`
    element.classList?.toggle('show-badge', count > 0)
    element.setAttribute?.('data-count', `${count}`)
    run(counter.then, count, element)
  }
  client.on('change', async () => {
    if (!counters.size) return
    const count = await countItems().catch(() => undefined)
    for (const [element, counter] of counters)
      if (element.isConnected === false) counters.delete(element)
      else if (count !== undefined) show(element, counter, count)
  })

  /** Writes the number into the element and calls `then(count, element)`. */
  return async (where: string | Element | null, then?: Then): Promise<number> => {
    const element = typeof where === 'string' ? document.querySelector(where) : where
    const count = await countItems()
    const counter = { shown: -1, then }
    if (element) {
      counters.set(element, counter)
      show(element, counter, count)
    } else run(then, count, element)
    return count
  }
}
