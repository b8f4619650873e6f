/** Who got how much, as it is printed. */
import type { Answers, Standing } from '../sim/index.ts';

/** The part of a lane's JSON summary: null where there are no shares, or no labels; nothing where there is neither. */
export function standingAsJson(standing: Standing | undefined) {
  if (standing === undefined || (standing.keys < 2 && standing.labelled === null)) return {};
  const { keys, jain, labelled } = standing;
  return { keys, jainIndex: jain, good: labelled && plain(labelled.good), bad: labelled && plain(labelled.bad) };
}

function plain({ requests, admitted, delayed, denied }: Answers) {
  return { requests, admitted, delayed, denied };
}

export interface Columns {
  readonly head: readonly string[];
  /** By lane: a cell for each of the head's. */
  readonly cells: readonly (readonly string[])[];
}

/** Columns for the table of all lanes: those that have something to say. */
export function standingColumns(standings: readonly Standing[]): Columns {
  const shared = standings.some(({ keys }) => keys > 1);
  const labelled = standings.some((standing) => standing.labelled !== null);
  return {
    head: [...(shared ? ['Jain'] : []), ...(labelled ? ['Good refused', 'Bad admitted'] : [])],
    cells: standings.map(({ jain, labelled: by }) => [
      ...(shared ? [jain === null ? '–' : jain.toFixed(3)] : []),
      ...(labelled ? [some(by?.good, 'denied'), some(by?.bad, 'admitted')] : []),
    ]),
  };
}

/** `3 of 120` */
function some(answers: Answers | undefined, which: 'admitted' | 'denied'): string {
  return answers === undefined || answers.requests === 0 ? '–' : `${answers[which]} of ${answers.requests}`;
}
