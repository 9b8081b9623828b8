/** Progress of long work: a bar on a terminal, otherwise a line of JSON every few seconds. */

type Screen = { isTTY?: boolean; write: (text: string) => unknown }

export type ProgressOptions = {
  /** What `size` counts. */
  unit?: 'bytes' | 'rows'
  now?: () => number
}

const width = 30
const redrawMillis = 100
const lineMillis = 5_000

/** `size`: the total, if known. */
export function showProgress(
  screen: Screen,
  size: number | null,
  { unit = 'bytes', now = Date.now }: ProgressOptions = {},
) {
  const begun = now()
  let shown = begun
  let done = 0
  let entries = 0
  const show = (isLast: boolean) => {
    if (!isLast && now() - shown < (screen.isTTY ? redrawMillis : lineMillis)) return
    shown = now()
    const rate = Math.round((entries * 1000) / Math.max(1, now() - begun))
    if (!screen.isTTY) return void screen.write(`${JSON.stringify({ entries, [unit]: done, size, perSecond: rate })}\n`)
    const share = size ? Math.min(1, done / size) : 0
    const bar = size
      ? `[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${Math.floor(share * 100)} %  `
      : ''
    screen.write(`\r${bar}${entries} entries, ${rate}/s \u001b[K${isLast ? '\n' : ''}`)
  }
  const advance = (more: number) => {
    done += more
    show(false)
  }
  const setEntries = (count: number) => {
    entries = count
    show(false)
  }
  return {
    async *counting(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        done += chunk.length
        yield chunk
        show(false)
      }
    },
    advance,
    /** Sets the total when it becomes known. */
    expect: (whole: number) => {
      size = whole
    },
    entries: setEntries,
    add: (more: number) => setEntries(entries + more),
    end: () => show(true),
  }
}
