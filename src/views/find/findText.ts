/** Words of the Test tab, and what its form asks. */
import {
  joinWithAnd,
  limiterById,
  microsFromSeconds,
  pluralize,
  resolvePolicy,
  runsOnNodes,
  schemeById,
  secondsFromMicros,
  type Lane,
  type Scenario,
} from '../../sim/index.ts';
import { DEFAULT_EFFORT, RACE_EFFORT, type Effort } from '../../find/effort.ts';
import type { FindForm, LawTest, SearchSpec, TrafficSearch } from '../../store/finding/finding.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import type { Option } from '../ui/Select.tsx';

type Kind = FindForm['kind'];

/** What is sought of a lane; a number or another lane follows it. */
export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  differ: 'differs from',
  over: 'lets through more than',
  refuses: 'refuses although fewer than',
  admits: 'admits although',
};

/** What stands between n and T in the sentence. */
export const BETWEEN: Readonly<Record<Exclude<Kind, 'differ'>, string>> = {
  over: 'within',
  refuses: 'were admitted in the last',
  admits: 'were admitted in the last',
};

export function laneOptions(lanes: readonly Lane[]): readonly Option<string>[] {
  return lanes.map((lane, index) => ({ value: String(index), label: `${index + 1} ${laneNameWithEdition(lane)}` }));
}

/** The form with the scenario's own values where it leaves them open. */
export interface FilledForm {
  readonly kind: Kind;
  readonly lane: number;
  /** Null in a scenario of one lane. */
  readonly other: number | null;
  readonly n: number;
  /** Seconds. */
  readonly T: number;
  /** Null where nothing can race. */
  readonly races: boolean | null;
  readonly effort: Effort;
}

/** @param focused the lane that the drawer is about */
export function filled(form: FindForm, scenario: Scenario, focused: number): FilledForm {
  const count = scenario.lanes.length;
  const within = (lane: number | null): number => Math.max(0, Math.min(lane ?? focused, count - 1));
  const lane = within(form.lane);
  const wanted = form.other ?? (lane + 1) % count;
  const other = count < 2 ? null : wanted === lane || wanted >= count ? (lane + 1) % count : wanted;
  const { n, T } = resolvePolicy(scenario, lane);
  const kind = other === null && form.kind === 'differ' ? 'over' : form.kind;
  const severalNodes = (scenario.cluster?.nodes ?? 1) > 1;
  const mayRace = (kind === 'over' || kind === 'refuses') && canRace(scenario.lanes[lane]);
  const races = mayRace ? (form.races ?? severalNodes) : null;
  return {
    kind,
    lane,
    other,
    n: form.n ?? n,
    T: form.T ?? secondsFromMicros(T),
    races,
    effort: form.effort ?? (races === true ? RACE_EFFORT : DEFAULT_EFFORT),
  };
}

/** Whether a lane decides on nodes once there is a cluster. */
function canRace(lane: Lane | undefined): boolean {
  if (lane === undefined) return false;
  return schemeById(lane.limiter) !== undefined || runsOnNodes(limiterById(lane.limiter)?.story);
}

export function specOf({ kind, lane, other, n, T, races }: FilledForm): SearchSpec {
  const allowance = { n, T: microsFromSeconds(T) };
  if (races === true && (kind === 'over' || kind === 'refuses')) return { kind: 'races', lane, shows: kind, allowance };
  if (kind !== 'differ') return { kind, lane, allowance };
  if (other === null) throw new TypeError('two lanes differ, and there is one');
  return { kind, lane, other };
}

/** How far the test of a lane is, or what it came to. */
export function testText(test: LawTest | null, lane: number): string {
  if (test === null) return '';
  const { problem, running, stopped, testing, verdicts } = test;
  if (problem !== null) return problem;
  if (running) return testing === null ? 'Testing…' : `Testing ${testing}`;
  const of = (outcome: string): number => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const [held, broken] = [of('held'), of('broken')];
  const others = (['not claimed', 'not tried'] as const).flatMap((outcome) =>
    of(outcome) === 0 ? [] : [`${of(outcome)} ${outcome}`],
  );
  const left = test.laws - verdicts.length;
  const untested = stopped && left > 0 ? [`${left} not tested`] : [];
  const results = joinWithAnd([`${pluralize(held, 'law')} held`, `${broken} broken`, ...others, ...untested]);
  return stopped ? `Stopped: ${results}.` : `Lane ${lane + 1}: ${results}.`;
}

/** How far a search is, or what was sought and whether it was found. The form may ask something else by now. */
export function searchText({ problem, running, stopped, progress, finding }: TrafficSearch): string {
  if (problem !== null) return problem;
  if (running) return progress === null ? 'Searching…' : `Trying ${progress.trying}…`;
  if (stopped) return 'Stopped before the end.';
  if (finding === null) return '';
  return finding.found === null
    ? `Not found: traffic on which ${finding.sought}. ${finding.tried}`
    : `Found: ${finding.sought}.`;
}
