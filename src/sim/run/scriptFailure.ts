/** A script that failed during a run. */
import { formatSeconds } from '../numberFormat.ts';
import type { Instant } from '../time.ts';
import type { ScriptError } from '../traffic/script.ts';
import { scriptProblem, type PlanProblem } from './plan.ts';

export class ScriptFailure extends Error {
  readonly problem: PlanProblem;

  constructor(entry: number, error: ScriptError, laneLabel: string, at: Instant) {
    const problem = scriptProblem(entry, error, `, at ${formatSeconds(at)} in ${laneLabel}`);
    super(problem.sentence);
    this.name = 'ScriptFailure';
    this.problem = problem;
  }
}
