/** Why a log cannot be used, in a sentence for the user. */

/** What the page may offer: a span on the histogram, another read, or nothing but the sentence. */
export type LogErrorKind = 'unreadable' | 'needs-span' | 'needs-read' | 'choice';

/** The message is shown as it is: what is so, then what to do. */
export class LogError extends Error {
  readonly kind: LogErrorKind;

  constructor(kind: LogErrorKind, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}
