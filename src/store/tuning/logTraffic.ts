/** A recording that was made of a log, as the traffic of a scenario. */
import {
  durationOf,
  MAX_SECONDS,
  scenarioOf,
  type EntryOfKind,
  type Scenario,
  type TrafficEntry,
} from '../../sim/index.ts';
import type { MadeRecording } from '../../worker/logsAnswers.ts';
import { newLane, unusedStream, withoutEvents } from '../scenarioEdits.ts';

type Recording = EntryOfKind<'recording'>;

/** The most characters of a title, and of a recording's name. */
const MAX_NAME = 200;

const nameOf = ({ count, digest, length }: MadeRecording) => ({ count, digest, length });

/** The same policy and lanes on a log: its requests, its clock and its name. */
export function ofLog(scenario: Scenario, made: MadeRecording, name: string): Scenario {
  const { start, duration } = made;
  const { notesFor: _, ...kept } = scenario;
  const { n, capacity = n } = scenario.policy;
  return {
    ...kept,
    ...withoutEvents(scenario.cluster),
    title: name.slice(0, MAX_NAME),
    notes: '',
    epoch: start,
    duration,
    traffic: [entryOf(made, name, start, 0)],
    lanes: scenario.lanes.length > 0 ? scenario.lanes : [newLane('token-bucket', capacity)],
  };
}

/**
 * A log beside the traffic that is there: at its own time if the run can last until then, else at the start. The run lasts to
 * its end.
 */
export function withLogBeside(scenario: Scenario, made: MadeRecording, name: string): Scenario {
  // `client 1` of two logs are two clients.
  const logs = scenario.traffic.filter(({ kind }) => kind === 'recording').length;
  const key = logs === 0 ? 'client' : `log ${logs + 1} client`;
  const entry = { ...entryOf(made, name, scenario.epoch, unusedStream(scenario)), key };
  const duration = Math.max(durationOf(scenario), Math.min(MAX_SECONDS, entry.from + made.duration));
  return { ...scenario, duration, traffic: [...scenario.traffic, entry] };
}

/** A recording that was made anew, of other fields; unchanged where the log has been taken out of the traffic meanwhile. */
export function withChangedLog(scenario: Scenario, digest: string, made: MadeRecording): Scenario {
  const isOf = (entry: TrafficEntry) => entry.kind === 'recording' && entry.digest === digest;
  if (!scenario.traffic.some(isOf)) return scenario;
  const traffic = scenario.traffic.map((entry) =>
    isOf(entry) ? { ...entry, ...nameOf(made), start: made.start } : entry,
  );
  return { ...scenario, traffic };
}

/** Whether a log begins in the run at another time than its own; a run without a date has no other time. */
export function isElsewhere(entry: TrafficEntry | undefined, epoch: number): boolean {
  return epoch !== 0 && entry?.kind === 'recording' && entry.start - epoch !== entry.from;
}

function entryOf(made: MadeRecording, name: string, epoch: number, stream: number): Recording {
  const { start, resolution } = made;
  const document = { kind: 'recording', name: name.slice(0, MAX_NAME), start, resolution, stream, ...nameOf(made) };
  return scenarioOf({ epoch, traffic: [document] }).traffic[0] as Recording;
}
