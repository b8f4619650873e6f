/** The finished run that the worker holds for questions. */
import type { ScenarioSession } from '../sim/engine.ts';
import { openFirstSession, openRun, type FirstSession, type Run } from '../sim/openLoopEngine.ts';
import type { FirstAnswers } from './sessionAnswers.ts';
import type { Engine } from './wholeEngine.ts';

export class HeldRun {
  readonly run: Run;
  readonly first: FirstAnswers;
  /** Answers the other questions. */
  readonly whole: (engine: Engine) => ScenarioSession;

  /** @param engine null if `isOpenLoop` says that the run needs none, and all its lanes could run */
  constructor(run: Run, engine: Engine | null) {
    this.run = run;
    if (engine !== null) {
      const session = engine.openScenarioSession(run);
      this.first = session;
      this.whole = () => session;
      return;
    }
    const open = openRun(run);
    const first: FirstSession = openFirstSession(open);
    let session: ScenarioSession | null = null;
    this.first = first;
    this.whole = ({ openScenarioSession, openSession }) =>
      (session ??= openScenarioSession(run, openSession(run, open, first)));
  }
}
