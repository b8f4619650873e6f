import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { thorough } from '../../../thorough.ts';
import { schemes } from '../../cluster/schemes/index.ts';
import { catalogue, limiterById } from '../../limiters/index.ts';
import type { Limiter, KeyState } from '../../limiters/limiter.ts';
import { outcomeOf } from '../../verdict.ts';
import { planOf } from '../../run/plan.ts';
import type { Run } from '../../run/runLanes.ts';
import { simulateToEnd } from '../../run/simulate.ts';
import type { LaneRun } from '../../run/laneRun.ts';
import { SOURCE_IDS } from '../../sources.ts';
import { loadSystems } from '../../systems/load.ts';
import { microsFromSeconds, secondsFromMicros } from '../../time.ts';
import {
  durationOf,
  minimalDocument,
  parseScenario,
  scalarOptions,
  resolvePolicy,
  type Scenario,
} from '../scenario.ts';
import { presetNotes, PRESET_TOPIC_IDS, presetById, presets, presetScenario, type Preset } from './index.ts';

await loadSystems();

interface Request {
  readonly at: number;
  readonly key: string;
  readonly cost: number;
}

/** The requests of a preset, in order: written down once more, apart from the code that runs them. */
function requestsOf(scenario: Scenario): readonly Request[] {
  const requests: Request[] = [];
  for (const entry of scenario.traffic) {
    const { key, cost } = entry;
    if (typeof key !== 'string' || typeof cost !== 'number')
      throw new Error('Presets have one key and one cost an entry.');
    const add = (seconds: number) => requests.push({ at: microsFromSeconds(seconds), key, cost });
    if (entry.kind === 'times') entry.at.forEach(add);
    else if (entry.kind === 'burst')
      for (let k = 0; k < entry.count; k++) add(entry.at + (entry.spread * k) / entry.count);
    else if (entry.kind === 'steady') {
      const to = microsFromSeconds(entry.to ?? durationOf(scenario));
      for (let k = 0; microsFromSeconds(entry.from + k / entry.rate) < to; k++) add(entry.from + k / entry.rate);
    } else throw new Error(`Presets have no ${entry.kind}.`);
  }
  return requests.sort((a, b) => a.at - b.at);
}

const LETTERS = { allow: 'A', delay: 'W', deny: 'D' } as const;

/**
 * Whether the requests can be written down: those of clients depend on the answers, and chance is the app's own. Lanes of
 * several processes, or of several limits, are run by the engine as well.
 */
function isPlain({ traffic, lanes, cluster }: Scenario): boolean {
  const written = traffic.every(
    ({ kind, key }) => typeof key === 'string' && (kind === 'times' || kind === 'burst' || kind === 'steady'),
  );
  return (
    written &&
    cluster === undefined &&
    lanes.every(({ limiter, of }) => limiterById(limiter) !== undefined && of === undefined)
  );
}

/** A preset as the engine runs it, which its own tests hold against a simpler one. */
function runByEngine(scenario: Scenario, laneIndex: number): Ran {
  const { verdicts, summary } = laneOf(scenario, laneIndex);
  // Millions of them: as bytes, which are text at once.
  const letters = verdicts.map((verdict) => LETTERS[outcomeOf(verdict)].charCodeAt(0));
  return {
    decisions: new TextDecoder('latin1').decode(letters),
    levels: [],
    delayed: summary.delayed,
    waits: [],
    peak: summary.peak?.permits ?? 0,
  };
}

const runs = new Map<Scenario, Run>();

function laneOf(scenario: Scenario, laneIndex: number): LaneRun {
  let run = runs.get(scenario);
  if (run === undefined) {
    runs.set(scenario, (run = simulateToEnd(planOf(scenario))));
  }
  return run.lanes[laneIndex] as LaneRun;
}

interface Ran {
  readonly decisions: string;
  readonly levels: readonly number[];
  readonly delayed: number;
  readonly waits: readonly (number | null)[];
  readonly peak: number;
}

function runNaively(scenario: Scenario, laneIndex: number): Ran {
  const lane = scenario.lanes[laneIndex] as Scenario['lanes'][number];
  const limiter = limiterById(lane.limiter) as Limiter;
  const policy = resolvePolicy(scenario, laneIndex);
  const horizon = microsFromSeconds(durationOf(scenario)) + policy.T;
  const params = limiter.prepare({
    policy,
    options: scalarOptions(lane),
    edition: lane.edition,
    epoch: scenario.epoch,
    horizon,
  });
  const states = new Map<string, KeyState>();
  const admitted: Request[] = [];
  const levels: number[] = [];
  const waits: (number | null)[] = [];
  let decisions = '';
  for (const request of requestsOf(scenario)) {
    const state = states.get(request.key) ?? limiter.init(params);
    states.set(request.key, state);
    const outcome = outcomeOf(limiter.decide(state, params, request.at, request.cost));
    decisions += LETTERS[outcome];
    const wait = outcome === 'delay' ? (state['wait'] as number) : 0;
    waits.push(outcome === 'deny' ? null : secondsFromMicros(wait));
    if (outcome !== 'deny') admitted.push({ ...request, at: request.at + wait });
    levels.push(limiter.level(state, params, request.at));
  }
  const delayed = waits.filter((wait) => wait !== null && wait > 0).length;
  const inEffect = admitted.sort((a, b) => a.at - b.at);
  return { decisions, levels, delayed, waits, peak: peakOf(inEffect, policy.T) };
}

/** Most permits within any [t, t + T), for one key. */
function peakOf(admitted: readonly Request[], T: number): number {
  let peak = 0;
  for (const key of new Set(admitted.map((request) => request.key))) {
    const own = admitted.filter((request) => request.key === key);
    let from = 0;
    let sum = 0;
    for (const { at, cost } of own) {
      sum += cost;
      for (; (own[from] as Request).at <= at - T; from++) sum -= (own[from] as Request).cost;
      peak = Math.max(peak, sum);
    }
  }
  return peak;
}

interface Vector {
  readonly name: string;
  readonly limiter: string;
  readonly edition?: string;
  readonly source: string;
  readonly policy: { readonly n: number; readonly T: number; readonly capacity?: number };
  readonly times?:
    | readonly number[]
    | {
        readonly list?: readonly number[];
        readonly ranges?: readonly { from: number; every: number; count: number }[];
      };
  readonly expect?: string | null;
  readonly printed?: { readonly scoreLead?: readonly number[] };
  readonly traffic?: object;
  readonly checks?: {
    readonly allowed?: number;
    readonly maxInAnyWindow?: number;
    readonly ratePerPhase?: readonly number[];
    readonly relativeTolerance?: number;
  };
}

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const vectors = (JSON.parse(file('./vectors/seed-examples.json')) as { vectors: readonly Vector[] }).vectors;

/** In microseconds; `from + every·k` as a decimal fraction would have it. */
function instantsOf({ times }: Vector): readonly number[] {
  if (times === undefined) throw new Error();
  if ('length' in times) return times.map(microsFromSeconds);
  const ranges = (times.ranges ?? []).flatMap(({ from, every, count }) =>
    Array.from({ length: count }, (_, k) => microsFromSeconds(from) + microsFromSeconds(every) * k),
  );
  return [...(times.list ?? []).map(microsFromSeconds), ...ranges].sort((a, b) => a - b);
}

/** Ten million decisions: `cli/golden.test.ts` has them all, and `npm run test:long` what is said of them here as well. */
const TAKES_LONG = 'driver-table';

describe.each(presets)('$id', (preset: Preset) => {
  const scenario = presetScenario(preset);
  const lanes = preset.expect.map((expected, lane) => [lane, expected] as const);

  it('says what it is and what to watch', () => {
    expect(preset.id).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(scenario).toMatchObject({ title: preset.title, notes: presetNotes(preset) });
    // Two lines of the page.
    expect(presetNotes(preset).length).toBeLessThanOrEqual(320);
    expect(preset.description).toMatch(/^[A-Z].*\.$/);
    expect(preset.description.length).toBeLessThanOrEqual(160);
    expect(preset.title.length).toBeLessThanOrEqual(40);
  });

  it('comes back from its smallest document', () => {
    expect(parseScenario(minimalDocument(scenario))).toEqual({ ok: true, scenario });
  });

  it('shows every lane that it has', () => {
    expect(scenario.lanes.length).toBe(preset.expect.length);
    expect(scenario.duration).toBeGreaterThan(0);
    const last = isPlain(scenario) ? (requestsOf(scenario).at(-1)?.at ?? 0) : 0;
    expect(secondsFromMicros(last)).toBeLessThanOrEqual(scenario.duration as number);
  });

  it('opens at a request that there is', () => {
    const { opensAt, selected } = preset;
    if (selected === undefined) return;
    expect(scenario.lanes[selected.lane]).toBeDefined();
    expect(requestsOf(scenario)[selected.request]?.at).toBeLessThanOrEqual(microsFromSeconds(opensAt));
  });

  it.each(thorough || preset.id !== TAKES_LONG ? lanes : [])('decides in lane %i as it says', (lane, expected) => {
    const { decisions, levels, delayed, waits, peak } = isPlain(scenario)
      ? runNaively(scenario, lane)
      : runByEngine(scenario, lane);
    const admitted = decisions.replaceAll('D', '').length;
    // `decisions`, `levels` and `waits` stand in for those that a preset does not give.
    expect({ admitted, denied: decisions.length - admitted, delayed, peak, decisions, levels, waits }).toEqual({
      delayed: 0,
      decisions,
      levels,
      waits,
      ...expected,
    });
  });
});

describe('the examples of the sources', () => {
  const shown = presets.flatMap((preset) => (preset.vectors ?? []).map(({ name, lane }) => ({ preset, name, lane })));

  it('are the shared file, letter by letter', () => {
    expect(createHash('sha256').update(file('./vectors/seed-examples.json')).digest('hex')).toBe(
      '8af437ca04bcfeec61e94cea327087feb7846fe38699957814a9d5908a482864',
    );
  });

  it('are all there', () => {
    const names = vectors.map(({ name }) => name);
    expect(shown.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('driver table: the rates are those that the source prints, within the tolerance', () => {
    const { traffic, checks } = vectors.find(({ name }) => name === 'driver table') as Vector;
    const scenario = presetScenario(presetById('driver-table') as Preset);
    expect(scenario).toMatchObject({ traffic: [traffic] });
    const lane = laneOf(scenario, 0);
    const rates = lane.report?.phases[0]?.runs.map(({ rate }) => rate);
    const { ratePerPhase = [], relativeTolerance = 0 } = checks ?? {};
    expect(rates).toHaveLength(8);
    ratePerPhase.forEach((rate, phase) => {
      expect(Math.abs((rates?.[phase] ?? 0) - rate) / rate).toBeLessThanOrEqual(relativeTolerance);
    });
  });

  it.each(shown.filter(({ name }) => name !== 'driver table'))('$name', ({ preset, name, lane }) => {
    const vector = vectors.find((one) => one.name === name) as Vector;
    const scenario = presetScenario(preset);
    const { limiter, edition } = scenario.lanes[lane] as Scenario['lanes'][number];
    // The file numbers the sources in the order of our list.
    expect(preset.source).toBe(SOURCE_IDS[Number(vector.source)]);
    expect({ limiter, edition }).toEqual({ limiter: vector.limiter, edition: vector.edition ?? 'corrected' });
    const { n, T, capacity = n } = vector.policy;
    expect(resolvePolicy(scenario, lane)).toEqual({ n, T: microsFromSeconds(T), capacity });
    expect(requestsOf(scenario)).toEqual(instantsOf(vector).map((at) => ({ at, key: 'a', cost: 1 })));

    const expected = preset.expect[lane] as Preset['expect'][number];
    const { checks, printed } = vector;
    const decisions = /^[AD]+$/.test(vector.expect ?? '') ? vector.expect : undefined;
    const ran = runNaively(scenario, lane);
    // To a vector, who waits is admitted.
    const letters = ran.decisions.replaceAll('W', 'A');
    // A check that the file does not make is taken as kept.
    expect({
      allowed: checks?.allowed ?? expected.admitted,
      maxInAnyWindow: checks?.maxInAnyWindow ?? expected.peak,
      decisions: decisions ?? letters,
      scoreLead: printed?.scoreLead ?? expected.levels,
    }).toEqual({
      allowed: expected.admitted,
      maxInAnyWindow: expected.peak,
      decisions: letters,
      scoreLead: expected.levels,
    });
  });
});

it('weighted-count: at 75 s lane 1 has counted all five of this minute, lane 2 the two that it admitted', () => {
  const scenario = presetScenario(presetById('weighted-count') as Preset);
  const counted = [0, 1].map((lane) => (runNaively(scenario, lane).levels.at(-1) ?? 0) - 1);
  expect(counted).toEqual([11.75, 8.75]);
});

it('sticky-split: no user gets more than 3 in a fixed window, though 5 in some 10 s across an edge', () => {
  const scenario = presetScenario(presetById('sticky-split') as Preset);
  const { verdicts, arrivals } = laneOf(scenario, 0);
  const counts = new Map<string, number>();
  for (const [request, verdict] of verdicts.entries()) {
    if (outcomeOf(verdict) === 'deny') continue;
    const window = `${arrivals.key?.[request]} in ${Math.floor(secondsFromMicros(arrivals.at[request] ?? 0) / 10)}`;
    counts.set(window, (counts.get(window) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 9 }, () => 3));
  expect(laneOf(scenario, 0).summary.peak?.permits).toBe(5);
  expect(presetNotes(presetById('sticky-split') as Preset)).toContain(
    'in no fixed window does a user get more than 3.',
  );
});

describe('every defect of a published edition', () => {
  const defects = [...catalogue, ...schemes].flatMap(({ id, errata }) => errata.map((erratum) => ({ id, ...erratum })));

  it.each(defects)('$id, $name: the two disagree in its preset', ({ id, correctedBy, preset: presetId }) => {
    const preset = presetById(presetId);
    expect(preset?.id).toBe(presetId);
    const scenario = presetScenario(preset as Preset);
    const lanes = scenario.lanes.map(({ limiter, edition }) => `${limiter} ${edition}`);
    const published = lanes.indexOf(`${id} published`);
    const corrected = lanes.indexOf(`${correctedBy ?? id} corrected`);
    expect(Math.min(published, corrected)).toBeGreaterThanOrEqual(0);
    const decisionsOf = (lane: number) => (isPlain(scenario) ? runNaively : runByEngine)(scenario, lane).decisions;
    expect(decisionsOf(published)).not.toBe(decisionsOf(corrected));
  });

  it('has a preset of its own: one that shows another defect does not show this', () => {
    const shown = defects.map(({ preset }) => preset);
    expect(shown.filter((id, index) => shown.indexOf(id) !== index)).toEqual([]);
  });
});

describe('the list', () => {
  it('has every id once, topic by topic', () => {
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    expect(presets.map(({ topic }) => PRESET_TOPIC_IDS.indexOf(topic))).toEqual(
      presets.map(({ topic }) => PRESET_TOPIC_IDS.indexOf(topic)).toSorted((a, b) => a - b),
    );
  });

  it('has several presets on every topic', () => {
    const counts = PRESET_TOPIC_IDS.map((id) => presets.filter(({ topic }) => topic === id).length);
    expect(Math.min(...counts)).toBeGreaterThan(1);
  });

  it('begins with the edge burst', () => {
    expect(presetById('edge-burst')).toBe(presets[0]);
    expect(presetById('nothing')).toBeUndefined();
  });

  it('begins with the first visit, whose figures come out', () => {
    const [first] = presets as readonly [Preset];
    expect(first.expect.map(({ admitted }) => admitted)).toEqual([24, 15, 23]);
    expect(requestsOf(presetScenario(first))).toHaveLength(32);
  });
});
