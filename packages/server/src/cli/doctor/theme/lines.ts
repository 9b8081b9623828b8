/** The line of a position in a text. */

/** Lines count from 1, or from `first`. */
export function lineFinder(text: string, first = 1): (position: number) => number {
  const breaks: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(at)
  return (position) => {
    let low = 0
    let high = breaks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (breaks[middle]! < position) low = middle + 1
      else high = middle
    }
    return first + low
  }
}
