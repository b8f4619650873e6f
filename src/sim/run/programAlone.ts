/** A scheme's program that has its node and its store to itself: nothing comes between its commands. */
import type { Message, NoReplyError, Reply } from '../cluster/command.ts';
import { advanceProgram } from '../cluster/program.ts';
import type { RequestContext, SchemeDecision } from '../cluster/scheme.ts';
import type { Duration } from '../time.ts';
import type { SchemePlan } from './lanePlan.ts';
import { fallbackAnswer } from './schemeAnswer.ts';

/**
 * Runs the program of one request to its end.
 * @param sleep what the clock does while the program sleeps
 * @throws {TypeError} if the program waits for another request of its node: there is none
 */
export function runProgramAlone(
  plan: SchemePlan,
  context: RequestContext,
  execute: (message: Message) => Reply,
  sleep: (duration: Duration) => void,
): SchemeDecision {
  const program = plan.algorithm.decide(context, plan.params);
  for (let reply: Reply | NoReplyError = null; ;) {
    const step = advanceProgram(program, reply, () => undefined);
    switch (step.kind) {
      case 'decided':
        return step.decision;
      case 'failed':
        return fallbackAnswer(plan, context).decision;
      case 'sleep':
        sleep(step.for);
        reply = null;
        break;
      case 'wait-for':
        throw new TypeError(`the only request waits for another: ${step.name}`);
      default:
        reply = execute(step);
    }
  }
}
