/** A question as plain data, which can be sent to a thread. */
import type { Scenario } from '../sim/index.ts';
import type { LawName } from './claims.ts';
import type { Effort } from './effort.ts';
import { Search } from './search.ts';
import { contenderAt } from './lanes.ts';
import { laws } from './laws.ts';
import { admits, differ, over, refuses, type Allowance } from './question.ts';

/** Lanes by their positions in the scenario. */
export type SearchSpec =
  | { readonly kind: 'differ'; readonly lane: number; readonly other: number }
  | { readonly kind: 'over' | 'refuses' | 'admits'; readonly lane: number; readonly allowance: Allowance }
  | { readonly kind: 'law'; readonly lane: number; readonly law: LawName };

const ALLOWANCES = { over, refuses, admits } as const;

/** The search, or a sentence that says why a lane cannot be searched. */
export function openSearch(scenario: Scenario, spec: SearchSpec, effort: Effort): Search | string {
  const contender = contenderAt(scenario, spec.lane);
  if (typeof contender === 'string') return contender;
  if (spec.kind === 'law') return new Search(laws[spec.law].question(contender), effort);
  if (spec.kind !== 'differ') return new Search(ALLOWANCES[spec.kind](contender, spec.allowance), effort);
  const other = contenderAt(scenario, spec.other);
  return typeof other === 'string' ? other : new Search(differ(contender, other), effort);
}
