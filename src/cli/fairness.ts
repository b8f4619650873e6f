/** Fairness between keys and labels, as it is printed. */
import type { RequestCounts, LaneFairness } from '../sim/index.ts';

/** This part of a lane's JSON summary: fields are null without shares or labels; empty if there are neither. */
export function fairnessAsJson(fairness: LaneFairness | undefined) {
  if (fairness === undefined || (fairness.keys < 2 && fairness.byLabel === null)) return {};
  const { keys, jain, byLabel } = fairness;
  return {
    keys,
    jainIndex: jain,
    good: byLabel && requestCountsAsJson(byLabel.good),
    bad: byLabel && requestCountsAsJson(byLabel.bad),
  };
}

function requestCountsAsJson({ requests, admitted, delayed, denied }: RequestCounts) {
  return { requests, admitted, delayed, denied };
}

export interface TableColumns {
  readonly head: readonly string[];
  /** By lane: one cell per column of `head`. */
  readonly cells: readonly (readonly string[])[];
}

/** Columns for the table of all lanes, without those that would be empty. */
export function fairnessColumns(standings: readonly LaneFairness[]): TableColumns {
  const hasSeveralKeys = standings.some(({ keys }) => keys > 1);
  const hasLabels = standings.some((fairness) => fairness.byLabel !== null);
  return {
    head: [...(hasSeveralKeys ? ['Jain'] : []), ...(hasLabels ? ['Good refused', 'Bad admitted'] : [])],
    cells: standings.map(({ jain, byLabel }) => [
      ...(hasSeveralKeys ? [jainText(jain)] : []),
      ...(hasLabels ? [ratioText(byLabel?.good, 'denied'), ratioText(byLabel?.bad, 'admitted')] : []),
    ]),
  };
}

/** `3 of 120` */
function ratioText(answers: RequestCounts | undefined, outcome: 'admitted' | 'denied'): string {
  return answers === undefined || answers.requests === 0 ? '–' : `${answers[outcome]} of ${answers.requests}`;
}

/** Three decimals, never rounded up to 1, as the page's Fairness tab has it: 1.000 says that shares are equal. */
function jainText(jain: number | null): string {
  if (jain === null) return '–';
  return jain < 1 && jain > 0.9995 ? '0.999' : jain.toFixed(3);
}
