/** What the worker that tunes answers: a few figures of many runs, of one scenario at a time. */
import { clientsCsv } from '../tune/clientsCsv.ts';
import type { TuneQuestionKind, TuneQuestions } from '../tune/index.ts';
import type { Answers, Asking } from './answering.ts';
import { CannotRun, tunedScenarios, type About, type TuneThread } from './tunedScenarios.ts';

export type { About };

interface Asked<P> {
  readonly about: About;
  readonly query: P;
}

/** Lanes are numbered as in the scenario. Questions that cannot be answered fail with a `CannotRun`. */
export type TuneTable = {
  readonly [K in TuneQuestionKind]: {
    readonly params: Asked<TuneQuestions[K]['params']>;
    readonly result: TuneQuestions[K]['result'];
  };
} & {
  /** All rows of the table of clients, in its order, as CSV. */
  readonly clientsCsv: { readonly params: Asked<TuneQuestions['clients']['params']>; readonly result: string };
  /** The goals on a log that the limit was not tuned with. */
  readonly heldOut: {
    readonly params: Asked<TuneQuestions['goals']['params']>;
    readonly result: TuneQuestions['goals']['result'];
  };
};

export function tuneAnswers(thread: TuneThread): Answers<TuneTable> {
  const withSession = tunedScenarios(thread);
  const answer = <K extends TuneQuestionKind>(
    kind: K,
    purpose: string,
    { about, query }: Asked<TuneQuestions[K]['params']>,
    { drive }: Asking<unknown>,
  ): Promise<TuneQuestions[K]['result']> =>
    withSession(about, purpose, (session) => drive(session.answer({ kind, ...query })));

  const answering =
    <K extends TuneQuestionKind>(kind: K) =>
    (asked: Asked<TuneQuestions[K]['params']>, asking: Asking<unknown>) =>
      answer(kind, kind, asked, asking);
  return {
    clients: answering('clients'),
    busiest: answering('busiest'),
    frontier: answering('frontier'),
    map: answering('map'),
    goals: answering('goals'),
    seek: answering('seek'),
    worst: answering('worst'),
    heldOut: (asked, asking) => answer('goals', 'heldOut', asked, asking),
    async clientsCsv({ about, query }, asking) {
      const all = { ...query, from: 0, to: Infinity, columns: 1 };
      const clients = await answer('clients', 'clientsCsv', { about, query: all }, asking);
      if (!clients.ok) throw new CannotRun(clients.sentence);
      return clientsCsv(clients.rows);
    },
  };
}
