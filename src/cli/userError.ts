/** What a command says when it cannot do what it was asked: the one way in which it fails on purpose. */

/** Sentences for the user, on standard error and without a stack trace; the exit code is then 1. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly sentences: readonly string[];

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }

  /** The same, each sentence after the name of what it is about. */
  about(name: string): UserError {
    return new UserError(...this.sentences.map((sentence) => `${name}: ${sentence}`));
  }
}

/** The arguments do not fit together: the command's usage follows. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}

/** What `work` gives. @throws {UserError} about `name`, if `work` throws one */
export async function about<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UserError ? error.about(name) : error;
  }
}

/**
 * What the code below the command line gives: a value, or a sentence that says why there is none.
 * @param errorOf what is thrown of that sentence
 * @throws {UserError}
 */
export function orThrow<T>(value: T | string, errorOf = (sentence: string): UserError => new UserError(sentence)): T {
  if (typeof value === 'string') throw errorOf(value);
  return value;
}

/** `--lane is 9. It may be 1.` @param rest the sentence that says what it may be */
export function optionError(option: string, text: string, rest: string): UserError {
  return new UserError(`${option} is ${text || 'empty'}. ${rest}`);
}
