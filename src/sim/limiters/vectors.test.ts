/** The worked examples of the sources, each played by the limiter alone. */
import { describe, expect, it } from 'vitest';
import seed from '../scenario/presets/vectors/seed-examples.json' with { type: 'json' };
import { microsFromSeconds, SECOND, type Instant } from '../time.ts';
import { limiterById } from './index.ts';
import type { Edition, Limiter } from './limiter.ts';
import { outcomeOf } from '../verdict.ts';
import { caseOf, defaultOptions } from './testing.ts';

interface Range {
  readonly from: number;
  readonly every: number;
  readonly count: number;
}

interface Vector {
  readonly name: string;
  readonly limiter: string;
  readonly edition?: string;
  readonly policy: { readonly n: number; readonly T: number; readonly capacity?: number };
  readonly options?: Readonly<Record<string, string | number>>;
  readonly times?: readonly number[] | { readonly list?: readonly number[]; readonly ranges?: readonly Range[] };
  readonly expect?: string | null;
  readonly checks?: Readonly<Record<string, unknown>>;
  readonly printed?: Readonly<Record<string, unknown>>;
}

/** One played request: when, what became of it, and the level before and after it. */
interface Played {
  readonly at: Instant;
  readonly letter: 'A' | 'D';
  readonly wait: number;
  readonly before: number;
  readonly after: number;
}

function instantsOf(times: NonNullable<Vector['times']>): Instant[] {
  if (!('ranges' in times)) return (times as readonly number[]).map(microsFromSeconds);
  const { list = [], ranges = [] } = times;
  const ranged = ranges.flatMap(({ from, every, count }) => Array.from({ length: count }, (_, k) => from + k * every));
  return [...list, ...ranged].map(microsFromSeconds).sort((a, b) => a - b);
}

function play(vector: Vector) {
  const limiter = limiterById(vector.limiter) as Limiter;
  const { n, T, capacity = n } = vector.policy;
  const { params } = caseOf(limiter, {
    policy: { n, T: T * SECOND, capacity },
    options: { ...defaultOptions(limiter), ...vector.options },
    ...(vector.edition === undefined ? {} : { edition: vector.edition as Edition }),
  });
  const state = limiter.init(params);
  const played = instantsOf(vector.times ?? []).map((at): Played => {
    const before = limiter.level(state, params, at);
    const outcome = outcomeOf(limiter.decide(state, params, at, 1));
    const wait = outcome === 'delay' ? (state['wait'] as number) / SECOND : 0;
    return { at, letter: outcome === 'deny' ? 'D' : 'A', wait, before, after: limiter.level(state, params, at) };
  });
  const levelAt = (at: Instant) => {
    const fresh = limiter.init(params);
    for (const one of played) if (one.at <= at) limiter.decide(fresh, params, one.at, 1);
    return limiter.level(fresh, params, at);
  };
  return { played, levelAt, T: T * SECOND };
}

const admitted = (played: readonly Played[]) => played.filter(({ letter }) => letter === 'A');

/** How each kind of `checks` is looked up in a run. */
const CHECKS: Readonly<Record<string, (value: unknown, run: ReturnType<typeof play>) => void>> = {
  allowed: (value, { played }) => expect(admitted(played)).toHaveLength(value as number),
  allowedBetween(value, { played }) {
    for (const [from, to, count] of value as [number, number, number][]) {
      const within = admitted(played).filter(({ at }) => at >= from * SECOND && at < to * SECOND);
      expect(within, `from ${from} to ${to}`).toHaveLength(count);
    }
  },
  maxInAnyWindow(value, { played, T }) {
    const instants = admitted(played).map(({ at }) => at);
    const counts = instants.map((from) => instants.filter((at) => at >= from && at < from + T).length);
    expect(Math.max(...counts)).toBe(value);
  },
  waits(value, { played }) {
    const waits = played.map(({ letter, wait }) => (letter === 'A' ? wait : null));
    expect(waits).toEqual(value === 'all 0' ? played.map(() => 0) : value);
  },
  lastWait: (value, { played }) => expect(played.at(-1)?.wait).toBe(value),
  estimateBefore: (value, { played }) => expect(played.at(-1)?.before).toBeCloseTo(value as number, 9),
  tokensAfter(value, { levelAt }) {
    for (const [second, tokens] of Object.entries(value as Record<string, number>)) {
      expect(levelAt(Number(second) * SECOND), `tokens after ${second} s`).toBeCloseTo(tokens, 9);
    }
  },
};

/** Figures as the source prints them. Where `checks` has the same figure, the printed one is a slip of the source's. */
const PRINTED: Readonly<Record<string, (value: unknown, run: ReturnType<typeof play>) => void>> = {
  scoreLead: (value, { played }) => expect(played.map(({ after }) => after)).toEqual(value),
};

const lettersOf = (run: ReturnType<typeof play>) => run.played.map(({ letter }) => letter).join('');

/** `AAD`, or `A*3`; null where a vector leaves it to its checks. */
function expected({ expect: letters }: Vector): string | null {
  const all = /^([AD])\*(\d+)$/.exec(letters ?? '');
  return all === null ? (letters ?? null) : (all[1] as string).repeat(Number(all[2]));
}

/** Whether a check fails: how a source's slip is told from its rule. */
function fails(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

const vectors = (seed.vectors as unknown as readonly Vector[]).filter(
  ({ limiter, times }) => limiterById(limiter) !== undefined && times !== undefined,
);

describe.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
  const run = play(vector);
  const { checks = {}, printed = {} } = vector;

  it('decides as expected', () => {
    const letters = expected(vector);
    // An example without letters is told by its checks alone.
    if (letters === null) expect(Object.keys(checks)).not.toEqual([]);
    else expect(lettersOf(run)).toBe(letters);
  });

  it('gives the figures of the rule', () => {
    for (const [check, value] of Object.entries(checks)) {
      expect(Object.keys(CHECKS)).toContain(check);
      CHECKS[check]?.(value, run);
    }
  });

  it('gives the figures that the source prints, but for its slips', () => {
    for (const [figure, value] of Object.entries(printed)) {
      const table = figure in checks ? CHECKS : PRINTED;
      expect(Object.keys(table)).toContain(figure);
      expect(fails(() => table[figure]?.(value, run))).toBe(figure in checks);
    }
  });
});

it('plays every example but the driver table, which needs clients', () => {
  const played = new Set(vectors.map(({ name }) => name));
  expect(seed.vectors.map(({ name }) => name).filter((name) => !played.has(name))).toEqual(['driver table']);
});
