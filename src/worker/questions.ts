/**
 * Questions to a worker that does one thing for the page, and its answers. Each question has an increasing id, which all that
 * is said about it repeats. One of a kind is in the worker at a time.
 */

/** By kind: what is asked with, what is told meanwhile, and what is answered. */
export type QuestionTable = Readonly<
  Record<string, { readonly params: object; readonly progress?: unknown; readonly result: unknown }>
>;

/** Page → worker. */
export type QuestionMessage =
  | { readonly kind: 'ask'; readonly id: number; readonly of: string; readonly params: object }
  | Cancel;

/** The answer to that question is no longer wanted. */
export interface Cancel {
  readonly kind: 'cancel';
  readonly id: number;
}

/** Worker → page. */
export type AnswerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure };

/** Why there is no answer. */
export interface Failure {
  /** The error's class, as `error.name` has it: a sentence for the user, or a bug. */
  readonly name: string;
  readonly message: string;
  /** What the error says besides, as plain data. */
  readonly detail?: unknown;
}
