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

/** A file without requests, which matters only where there is no other one. */
export class EmptyFile extends LogError {
  /** That it is left out. */
  readonly sentence: string;

  /** @param why `is empty` */
  constructor(file: string, why: string) {
    super('unreadable', `${file} ${why}.`);
    this.sentence = `${file} is left out: it ${why}.`;
  }
}

/** What a user chooses about a log. */
export type LogChoice = 'time' | 'key' | 'cost' | 'bad';

const SUBJECTS: Readonly<Record<LogChoice, string>> = {
  time: 'The time',
  key: 'The key',
  cost: 'The cost',
  bad: 'What counts as bad',
};

/** A choice that the log does not allow. */
export class LogChoiceError extends LogError {
  readonly choice: LogChoice;
  /** The sentence without its subject, for whoever calls the choice by another name. */
  readonly rest: string;

  /** @param rest `is foo. It may be …` */
  constructor(choice: LogChoice, rest: string) {
    super('choice', `${SUBJECTS[choice]} ${rest}`);
    this.choice = choice;
    this.rest = rest;
  }
}
