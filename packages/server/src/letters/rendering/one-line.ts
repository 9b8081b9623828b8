/** Text of others on one line of a message. */

/** Without the controls that turn the direction of what follows: they could make an address or an amount look like another. */
export const withoutBidi = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** A title or a subject on one line: a line break would end a mail header. */
export const oneLine = (text: string) =>
  withoutBidi(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim()
    .slice(0, 512)
    .toWellFormed()
