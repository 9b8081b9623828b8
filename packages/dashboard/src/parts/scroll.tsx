/** Something wide on a narrow screen: it scrolls by itself, by finger and by keyboard. */
import type { ReactNode } from 'react'

export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard must be able to scroll it.
  <section className="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
)
