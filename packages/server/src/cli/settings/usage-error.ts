/** What the operator is told when a call can't be right, whatever the state of the world: exit code 2. */
export class WrongCall extends Error {
  readonly sentences: string[]

  constructor(...sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
