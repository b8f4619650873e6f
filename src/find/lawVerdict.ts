/** What holding a lane against a law came to, in a line. */
import { notClaimed, type LawName } from './claims.ts';
import type { Contender } from './contender.ts';
import type { FindResult } from './search.ts';
import { laws, untried } from './laws.ts';
import { foundSentence, triedSentence } from './words.ts';

export type LawVerdict =
  | { readonly law: LawName; readonly outcome: 'held' | 'broken'; readonly result: FindResult }
  | { readonly law: LawName; readonly outcome: 'not claimed' | 'not tried'; readonly why: string };

/** Why a lane is not held against a law; null if it is. */
export function untestable(law: LawName, contender: Contender): LawVerdict | null {
  const unclaimed = notClaimed(law, contender);
  if (unclaimed !== null) return { law, outcome: 'not claimed', why: unclaimed };
  const impossible = untried(law, contender);
  return impossible === null ? null : { law, outcome: 'not tried', why: impossible };
}

/** @param result of the search for a traffic that breaks it */
export function judged(law: LawName, result: FindResult): LawVerdict {
  return { law, outcome: result.found === null ? 'held' : 'broken', result };
}

const SIGNS = { held: '✓', broken: '✕', 'not claimed': '–', 'not tried': '–' } as const;
const LONGEST_NAME = 12;

/** `✓ limit        Never more than n in any T: held. No counterexample with up to …` */
export function lawLine(verdict: LawVerdict): string {
  const { law, outcome } = verdict;
  const head = `${SIGNS[outcome]} ${law.padEnd(LONGEST_NAME)} ${laws[law].sentence}: ${outcome}`;
  if ('why' in verdict) return `${head}, ${verdict.why}`;
  const { found, tried } = verdict.result;
  return `${head}. ${found === null ? triedSentence(tried, 'No counterexample') : foundSentence(found)}`;
}
