/** A question as plain data, which can be sent to a thread. */
import type { Scenario } from '../sim/index.ts';
import type { LawName } from './claims.ts';
import type { Effort } from './effort.ts';
import { Search, type Dealt } from './search.ts';
import { contenderAt, racingLaneAt } from './lanes.ts';
import { laws } from './laws.ts';
import { admits, differ, over, refuses, type Allowance } from './question.ts';
import { overInRaces, refusesInRaces } from './races/questions.ts';
import { RaceSearch } from './races/raceSearch.ts';

/** Lanes by their positions in the scenario. */
export type SearchSpec =
  | { readonly kind: 'differ'; readonly lane: number; readonly other: number }
  | { readonly kind: 'over' | 'refuses' | 'admits'; readonly lane: number; readonly allowance: Allowance }
  | { readonly kind: 'law'; readonly lane: number; readonly law: LawName }
  | RaceSpec;

/** Over orders of commands, delays and faults, for a distributed scheme. */
interface RaceSpec {
  readonly kind: 'races';
  readonly lane: number;
  readonly shows: 'over' | 'refuses';
  readonly allowance: Allowance;
}

const IN_RACES = { over: overInRaces, refuses: refusesInRaces } as const;

/** The search, or a sentence that says why nothing can race in the lane. */
function openRaces(scenario: Scenario, { lane, shows, allowance }: RaceSpec, effort: Effort): RaceSearch | string {
  const plan = racingLaneAt(scenario, lane);
  return typeof plan === 'string' ? plan : new RaceSearch(plan, IN_RACES[shows](allowance), effort);
}

const ALLOWANCES = { over, refuses, admits } as const;

/** The search, or a sentence that says why a lane cannot be searched. */
export function openSearch(scenario: Scenario, spec: SearchSpec, effort: Effort): Dealt | string {
  if (spec.kind === 'races') return openRaces(scenario, spec, effort);
  const contender = contenderAt(scenario, spec.lane);
  if (typeof contender === 'string') return contender;
  if (spec.kind === 'law') return new Search(laws[spec.law].question(contender), effort);
  if (spec.kind !== 'differ') return new Search(ALLOWANCES[spec.kind](contender, spec.allowance), effort);
  const other = contenderAt(scenario, spec.other);
  return typeof other === 'string' ? other : new Search(differ(contender, other), effort);
}
