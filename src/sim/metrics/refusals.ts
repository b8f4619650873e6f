/** By key: when requests were refused, and for how long on end. */
import { keyAt } from '../arrivals.ts';
import { NEVER } from '../time.ts';
import { isDenied } from '../verdict.ts';
import type { LaneTrace } from './trace.ts';

/** By the verdicts of a trace, which no other has: several measures need them. */
const refusalCounts = new WeakMap<Uint8Array, Uint32Array>();

/** By key, how many of its requests were refused. */
export function refusalsByKey({ arrivals, verdicts }: LaneTrace): Uint32Array {
  const known = refusalCounts.get(verdicts);
  if (known !== undefined) return known;
  const { count, key } = arrivals;
  const refused = new Uint32Array(Math.max(1, arrivals.keys.length));
  // Without branches, since verdicts are unpredictable for the processor.
  if (key === null) {
    let all = 0;
    for (let i = 0; i < count; i++) all += Number(isDenied(verdicts[i] as number));
    refused[0] = all;
  } else for (let i = 0; i < count; i++) refused[key[i] as number]! += Number(isDenied(verdicts[i] as number));
  refusalCounts.set(verdicts, refused);
  return refused;
}

/** By key, microseconds; `NEVER` for a key without requests, or without refusals. */
export interface RefusalTimes {
  readonly firstRequest: Float64Array;
  readonly firstRefusal: Float64Array;
}

export function refusalTimes({ arrivals, verdicts }: LaneTrace): RefusalTimes {
  const firstRequest = perKey(arrivals.keys, NEVER);
  const firstRefusal = perKey(arrivals.keys, NEVER);
  // Backwards, so that the first is what remains.
  for (let i = arrivals.count - 1; i >= 0; i--) {
    const key = keyAt(arrivals, i);
    const at = arrivals.at[i] as number;
    firstRequest[key] = at;
    if (isDenied(verdicts[i] as number)) firstRefusal[key] = at;
  }
  return { firstRequest, firstRefusal };
}

/** Stands for a key that was admitted last, or has not come yet. */
const NOT_IN_SPELL = -1;

/**
 * By key, its longest spell in microseconds: from the first to the last refusal with no admission between; −1 for a key
 * that is never refused.
 */
export function longestSpells({ arrivals, verdicts }: LaneTrace): Float64Array {
  const began = perKey(arrivals.keys, NOT_IN_SPELL);
  const longest = perKey(arrivals.keys, -1);
  for (let i = 0; i < arrivals.count; i++) {
    const key = keyAt(arrivals, i);
    if (!isDenied(verdicts[i] as number)) {
      began[key] = NOT_IN_SPELL;
      continue;
    }
    const at = arrivals.at[i] as number;
    if (began[key] === NOT_IN_SPELL) began[key] = at;
    longest[key] = Math.max(longest[key] as number, at - (began[key] as number));
  }
  return longest;
}

function perKey(keys: readonly string[], value: number): Float64Array {
  return new Float64Array(Math.max(1, keys.length)).fill(value);
}
