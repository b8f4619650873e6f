import type { Params } from '../../sim/limiters/limiter.ts';
import type { ChosenParams } from '../../sim/systems/derived.ts';
import type { DecisionLoop } from './decisionLoop.ts';

/** The loop of the rule that a system's options choose by default. */
export function ofChosenRule<P extends Params>(loop: DecisionLoop<P>): DecisionLoop<ChosenParams> {
  return ({ own }, at, verdicts, waits) => loop(own as P, at, verdicts, waits);
}
