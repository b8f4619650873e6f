/** The faults that a run could have had: its lost messages and replies, and its nodes' deaths between two commands. */
import type { RecordedMessage, SchemePlan } from '../../sim/engine.ts';
import { secondsFromMicros, type Fault, type Instant } from '../../sim/index.ts';
import { LATENCY, type RaceRun } from './raceRun.ts';

/** One fault at a time, three for each message; none that begins after the end of the scenario, T after its last request. */
export function faultsOf({ policy }: SchemePlan, { at, messages }: RaceRun): readonly Fault[] {
  const end = secondsFromMicros((at.at(-1) as Instant) + policy.T);
  const faults = messages.flatMap(({ node, command, executedAt }: RecordedMessage): readonly Fault[] => [
    { kind: 'store-down', ...around(executedAt) },
    { kind: 'link-down', node, ...around(executedAt + LATENCY) },
    { kind: 'crash-after', node, command, at: secondsFromMicros(executedAt) },
  ]);
  return faults.filter((fault) => fault.at < end);
}

/** Nothing else of the same request happens so near to it. */
function around(instant: Instant): { readonly at: number; readonly until: number } {
  return { at: secondsFromMicros(instant - LATENCY / 2), until: secondsFromMicros(instant + LATENCY / 2) };
}
