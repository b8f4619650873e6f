/**
 * Recorded real systems against our limiters: the same requests at the same instants must have the same outcomes, and the
 * same waits and permits left where the system reported them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limiterById } from '../../sim/limiters/index.ts';
import { loadSystems } from '../../sim/systems/load.ts';
import type { Limiter, Params, KeyState } from '../../sim/limiters/limiter.ts';
import { type Outcome, outcomeOf } from '../../sim/verdict.ts';
import { caseOf, defaultOptions } from '../../sim/limiters/testing.ts';
import { MILLISECOND, NEVER, SECOND, type Duration } from '../../sim/time.ts';
import { alsoLike } from './alsoLike.ts';
import { recordedModule } from './evidence.ts';
import {
  serializeRecording,
  parseRecording,
  type OutcomeLetter,
  type LimiterMatch,
  type Recording,
  type RecordedRequest,
} from './recording.ts';

const folder = new URL('recordings/', import.meta.url);
const files = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const);
const recordings = files.map(([name, text]) => [name, parseRecording(text)] as const);

await loadSystems();

const LETTERS: Record<Outcome, OutcomeLetter> = { allow: 'A', delay: 'W', deny: 'D' };

/** The outcome of a request, as far as both sides report it. */
interface Told {
  readonly outcome: OutcomeLetter;
  readonly wait?: Duration | null | undefined;
  readonly left?: number | undefined;
}

/** What the system told. nginx tells the excess it compared, with this request in it; what is left has it if admitted. */
function theirs({ outcome, wait, remaining, excess }: RecordedRequest): Told {
  const kept = excess !== undefined && outcome === 'D' ? Math.max(0, excess - 1000) : excess;
  return { outcome, wait, left: remaining ?? (kept === undefined ? undefined : kept / 1000) };
}

/** The same of a limiter of ours. */
function leftIn(row: RecordedRequest, limiter: Limiter, params: Params, level: number): number | undefined {
  if (row.remaining === undefined) return row.excess === undefined ? undefined : level;
  const gauge = limiter.gaugeFor?.(params) ?? limiter.gauge;
  return gauge.denySide === 'floor' ? level : Math.max(0, gauge.full(params) - level);
}

/** A wait as the systems tell it: whole milliseconds, none too few. */
const toldWait = (wait: Duration) => (wait === NEVER ? null : Math.ceil(wait / MILLISECOND) * MILLISECOND);

/** What a limiter of ours answers to a recording's requests. Of what the system did not tell it tells nothing either. */
function replay(
  { rows, policy, epoch = 0 }: Recording,
  { limiter: id, edition, options }: LimiterMatch,
): readonly Told[] {
  const limiter = limiterById(id);
  if (limiter === undefined) throw new Error(`There is no limiter ${id}.`);
  const { params } = caseOf(limiter, {
    policy,
    epoch,
    options: { ...defaultOptions(limiter), ...options },
    ...(edition === undefined ? {} : { edition }),
  });
  const states: KeyState[] = [];
  return rows.map((row) => {
    const { at, key, cost } = row;
    const state = (states[key] ??= limiter.init(params));
    const outcome = LETTERS[outcomeOf(limiter.decide(state, params, at, cost))];
    const wait = outcome === 'W' ? (state['wait'] as number) : limiter.retryAfter(state, params, at, cost);
    return {
      outcome,
      wait: row.wait === undefined ? undefined : toldWait(wait),
      left: leftIn(row, limiter, params, limiter.level(state, params, at)),
    };
  });
}

function sentence({ at, key, cost }: RecordedRequest, index: number, { outcome, wait, left }: Told): string {
  const figures = Object.entries({ wait, left }).filter(([, value]) => value !== undefined);
  const answer = [outcome, ...figures.map(([name, value]) => `${name} ${value}`)].join(', ');
  return `request ${index} at ${at / SECOND} s, key ${key}, cost ${cost}: ${answer}`;
}

/** The first few requests that our limiter decides differently. Permits left are compared only for the first of `like`. */
function differences(
  recording: Recording,
  like: LimiterMatch,
): readonly { readonly theirs: string; readonly ours: string }[] {
  const left = like === recording.like[0] ? {} : { left: undefined };
  const answers = replay(recording, like);
  return recording.rows
    .map((row, index) => ({
      theirs: sentence(row, index, { ...theirs(row), ...left }),
      ours: sentence(row, index, { ...(answers[index] as Told), ...left }),
    }))
    .filter((pair) => pair.ours !== pair.theirs)
    .slice(0, 3);
}

describe.each(recordings)('%s', (name, recording) => {
  const { rows, like, unit, tiesLeftToChance } = recording;
  const also = alsoLike[name];

  it.each(also === undefined ? like : [...like, also])('is what $limiter decides', (one) => {
    expect(differences(recording, one)).toEqual([]);
  });

  it('would show a clock that is late every other time, by no more than its grain', () => {
    const late = tiesLeftToChance ? MILLISECOND : unit;
    const shifted = rows.map((row, index) => ({ ...row, at: row.at + (index % 2) * late }));
    expect(differences({ ...recording, rows: shifted }, like[0])).not.toEqual([]);
  });

  it('is long, and has no outcome almost always', () => {
    expect(rows.length).toBeGreaterThanOrEqual(2_000);
    for (const letter of Object.values(LETTERS))
      expect(rows.filter(({ outcome }) => outcome === letter).length / rows.length).toBeLessThan(0.95);
  });
});

it.each(files)('%s is written as it is read', (_, text) => {
  expect(serializeRecording(parseRecording(text))).toBe(text);
});

it('the cards say what the recordings hold', () => {
  const module = new URL('../../sim/systems/recorded.ts', import.meta.url);
  expect(readFileSync(module, 'utf8')).toBe(recordedModule(new Map(recordings)));
});

it('its README says how many decisions there are, and how many runs of each system', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const decisions = recordings.reduce((sum, [, { rows }]) => sum + rows.length, 0);
  expect(readme).toContain(`holds ${decisions.toLocaleString('en')} decisions of real systems`);
  const releases = recordings.map(([, { system }]) => system.split(' ').at(-1) as string);
  const told = [...readme.matchAll(/^\| [^|]+ \| ([\d.]+) +\| +(\d+) \| [^|]+ \|$/gm)].map(
    ([, release, runs]) => `${release}: ${runs}`,
  );
  const counted = [...new Set(releases)].map((one) => `${one}: ${releases.filter((each) => each === one).length}`);
  expect(told.sort()).toEqual(counted.sort());
});
