/** A run that cannot be shown as it is, because a user's code fails in what is shown of its lane. */
import { openSession, runToEnd, withoutUnshowable, type Run } from '../sim/engine.ts';
import type { QuestionOf } from './protocol.ts';

/** The run without such lanes. */
export function withoutUnshowableLanes(run: Run, { query, moment = null }: QuestionOf<'simulate'>): Run {
  return withoutUnshowable(run, (alone) => {
    const session = openSession(alone);
    runToEnd(session.charts({ ...query, comparedLanes: [] }));
    if (moment !== null) session.snapshot(moment.at, null, moment.key);
  });
}
