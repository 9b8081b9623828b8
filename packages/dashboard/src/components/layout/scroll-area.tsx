/** Wide content on a narrow screen: scrolls horizontally by touch and by keyboard. */
import type { ReactNode } from 'react'

export const ScrollArea = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard must be able to scroll it.
  <section className="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
)
