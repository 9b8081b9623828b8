/** A command was called incorrectly, independent of the installation's state: exit code 2. */
export class UsageError extends Error {
  readonly sentences: string[]

  constructor(...sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
