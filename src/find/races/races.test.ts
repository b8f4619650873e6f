/** The search over races against brute force, what it must and must not find, and that what it finds shows when it is opened. */
import { describe, expect, it } from 'vitest';
import { isDenied, planOf, runToEnd, simulateToEnd, type SchemePlan } from '../../sim/engine.ts';
import { scenarioOf, type Scenario } from '../../sim/index.ts';
import { interleavings } from '../../sim/cluster/schemes/interleavings.testing.ts';
import { schemeDefects } from '../defects.testing.ts';
import { racingLaneAt, scenarioWith } from '../lanes.ts';
import type { Effort } from '../effort.ts';
import type { FindResult } from '../search.ts';
import { openSearch } from '../searchSpec.ts';
import { answerBy } from '../testing.ts';
import { foundNote, foundSentence, triedSentence } from '../words.ts';
import { answerText } from './answerText.ts';
import { allOrders } from './orders.ts';
import { overInRaces, type RaceQuestion } from './questions.ts';
import { RaceSearch } from './raceSearch.ts';
import { runRace, type RaceCase, type RaceRun } from './raceRun.ts';
import { shrinkRace } from './shrinkRace.ts';

const T = 60_000_000;
const EFFORT: Effort = { requests: 4, tries: 400, seed: 1 };

function scenarioWithLane(limiter: string, options: object, n: number, nodes = 2): Scenario {
  return scenarioOf({ policy: { n, T: 60 }, lanes: [{ limiter, options }], cluster: { nodes } });
}

function racingPlan(limiter: string, options: object, n: number, nodes = 2): SchemePlan {
  return racingLaneAt(scenarioWithLane(limiter, options, n, nodes), 0) as SchemePlan;
}

function found(plan: SchemePlan, question: RaceQuestion, effort = EFFORT): FindResult {
  return answerBy(1, new RaceSearch(plan, question, effort));
}

const sought = (n: number): RaceQuestion => overInRaces({ n, T });

/** Programs that do not sleep: those that do have no end of orders. */
const PROGRAMS = [
  ['redis-incr', { variant: 'multi' }],
  ['redis-incr', { variant: 'incr-expire' }],
  ['redis-incr', { variant: 'set-then-get' }],
  ['redis-incr', { variant: 'lua' }],
  ['redis-token-bucket', { concurrency: 'none' }],
  ['redis-token-bucket', { concurrency: 'lua' }],
  ['redis-sliding-log', { variant: 'multi' }],
  ['redis-sub-window', { variant: 'none' }],
  ['simple-window-threads', {}],
] as const;

describe.each(PROGRAMS)('%s %j', (limiter, options) => {
  it.each([
    [1, 2],
    [1, 3],
    [2, 3],
  ])('is run in every order of its commands, n = %i, %i requests, as brute force has them', (n, requests) => {
    const plan = racingPlan(limiter, options, n, requests);
    const at = Array.from({ length: requests }, () => 0);
    const runs = [...allOrders(plan, at)].map(({ messages, answers }) => ({
      order: messages.map(({ request, command }) => `${request} ${command}`).join(', '),
      admitted: answers.map(({ verdict }) => !isDenied(verdict)),
    }));
    const prepared = { scheme: plan.algorithm, params: plan.params };
    const brute = [
      ...interleavings(
        prepared,
        at.map((instant, node) => ({ node, at: instant })),
      ),
    ];
    expect(new Set(runs.map(({ order }) => order)).size).toBe(runs.length);
    expect(runs.length).toBe(brute.length);
    const outcomes = (all: readonly (readonly boolean[])[]) => new Set(all.map(String));
    expect(outcomes(runs.map(({ admitted }) => admitted))).toEqual(
      outcomes(brute.map((cluster) => cluster.requests.map((request) => request.admitted))),
    );
  });

  it('is run once in each order where three requests share two nodes', () => {
    const orders = [...allOrders(racingPlan(limiter, options, 2), [0, 0, 0])].map(({ messages }) =>
      messages.map(({ request }) => request).join(' '),
    );
    expect(new Set(orders).size).toBe(orders.length);
  });

  it.each([1, 2])('lets more than n through where brute force does, n = %i', (n) => {
    const plan = racingPlan(limiter, options, n, n + 1);
    const prepared = { scheme: plan.algorithm, params: plan.params };
    const arrivals = Array.from({ length: n + 1 }, (_, node) => ({ node, at: 0 }));
    const most = Math.max(...[...interleavings(prepared, arrivals)].map(({ admittedPermits }) => admittedPermits));
    const shows = [
      ...allOrders(
        plan,
        arrivals.map(({ at }) => at),
      ),
    ].some((run) => sought(n).shows(run, []) !== null);
    expect(shows).toBe(most > n);
  });
});

describe('a race', () => {
  it.each([1, 2, 3])('of GET and SET is found and shrunk to n + 1 requests, n = %i', (n) => {
    const plan = { ...racingPlan('redis-incr', {}, n), algorithm: schemeDefects.getThenSet };
    const { found: race, tried } = found(plan, sought(n));
    expect(race?.requests).toHaveLength(n + 1);
    expect(race?.by).toBe('exhaustive');
    const group = n === 1 ? 'Both requests read nothing before either wrote' : `${n + 1} requests read nothing before`;
    expect(race && foundSentence(race)).toContain(`${n + 1} requests at 0 s. ${group}`);
    expect(race && foundNote(race, tried)).toMatch(/ instants?, in every order of their commands\.$/);
  });

  it('shows when what was found is opened', () => {
    const scenario = scenarioWithLane('redis-incr', { variant: 'incr-expire' }, 2);
    const search = openSearch(scenario, { kind: 'races', lane: 0, shows: 'over', allowance: { n: 3, T } }, EFFORT);
    const { found: race } = answerBy(1, search as RaceSearch);
    const made = scenarioWith(scenario, race?.requests ?? [], 'Found', '', race?.cluster) as Scenario;
    const { lanes } = simulateToEnd(planOf(made));
    expect(lanes[0]?.summary.peak?.permits).toBe(4);
  });

  /** The second request comes 10 ms after the first, whose SET is held up for 20 ms. */
  const late: RaceCase = { at: [0, 10_000], moves: [{ request: 0, command: 1, delay: 20_000 }], faults: [] };

  it('is shrunk to requests at one instant, without a delay', () => {
    const plan = { ...racingPlan('redis-incr', {}, 1), algorithm: schemeDefects.getThenSet };
    const rerun = (one: RaceCase) => runRace(plan, one);
    const shows = (run: RaceRun) => sought(1).shows(run, []) !== null;
    expect(shows(rerun(late))).toBe(true);
    expect(shows(rerun({ ...late, moves: [] }))).toBe(false);
    expect(runToEnd(shrinkRace(rerun(late), rerun, shows))).toMatchObject({ at: [0, 0], moves: [], faults: [] });
  });

  it('keeps a delay that it needs, and no more of it', () => {
    const plan = { ...racingPlan('redis-incr', {}, 1), algorithm: schemeDefects.getThenSet };
    const rerun = (one: RaceCase) => runRace(plan, one);
    const shows = (run: RaceRun) => run.at[1] === 10_000 && sought(1).shows(run, []) !== null;
    const { moves } = runToEnd(shrinkRace(rerun(late), rerun, shows));
    // The SET would come at 3 ms, and the other GET comes at 11 ms.
    expect(moves).toEqual([{ request: 0, command: 1, delay: 10_000 }]);
  });

  it('names the delay where no read and write cross', () => {
    const plan = racingPlan('redis-incr', { variant: 'set-then-get' }, 1);
    const run = runRace(plan, { at: [0, 0], moves: [{ request: 1, command: 0, delay: 2_000 }], faults: [] });
    expect(answerText(run, 'it lets 2 through')).toBe(
      'INCR of request 2 reaches the store 2 ms late: it lets 2 through',
    );
    const moves = [0, 1, 2, 3].map((request) => ({ request, command: 0, delay: 2_000 }));
    expect(answerText(runRace(plan, { at: [0, 0, 0, 0], moves, faults: [] }), 'it does')).toBe(
      '4 messages reach the store late: it does',
    );
  });

  it('is not found where a script decides, and that is said exactly', () => {
    for (const [limiter, options] of [
      ['redis-sliding-log', { variant: 'lua' }],
      ['redis-token-bucket', { concurrency: 'lua' }],
    ] as const) {
      const bound = limiter === 'redis-token-bucket' ? 4 : 2;
      const { found: race, tried } = found(racingPlan(limiter, options, 2), sought(bound));
      expect(race).toBeNull();
      expect(triedSentence(tried)).toMatch(
        /^None with up to 4 requests on these \d instants \(\d+ traffic patterns\), from 2 nodes and in every order of their commands; none with up to [234] requests on \d instants and one fault; none in 400 random runs\.$/,
      );
    }
  });

  it('is not sought in one process', () => {
    expect(racingLaneAt(scenarioWithLane('gcra', {}, 2), 0)).toBe(
      'Lane 1, GCRA: it decides in one process, where nothing can race.',
    );
  });

  it('is the same on any number of workers', () => {
    for (const n of [1, 3]) {
      const search = new RaceSearch(racingPlan('redis-incr', { variant: 'incr-expire' }, n), sought(n + 1), EFFORT);
      const alone = answerBy(1, search);
      expect(alone.found).not.toBeNull();
      expect(answerBy(3, search)).toEqual(alone);
    }
  });
});

describe('one fault', () => {
  const answer = (limiter: string, options: object, shows: 'over' | 'refuses', n: number): FindResult => {
    const scenario = scenarioWithLane(limiter, options, 1);
    const search = openSearch(scenario, { kind: 'races', lane: 0, shows, allowance: { n, T } }, EFFORT);
    return answerBy(1, search as RaceSearch);
  };

  it('is a lost reply, after which a request is counted and refused', () => {
    const { found: lost } = answer('redis-incr', {}, 'refuses', 1);
    expect(lost?.cluster?.faults).toHaveLength(1);
    expect(lost && foundSentence(lost)).toMatch(
      /^2 requests at 0 s\. The reply to EVAL of request 1 is lost: Redis INCR on 2 nodes refuses request 2 /,
    );
  });

  it('is a store that is down, where a node then lets its requests through', () => {
    const { found: down } = answer('redis-sliding-log', { variant: 'lua', fallback: 'allow' }, 'over', 1);
    expect(down?.requests).toHaveLength(2);
    expect(down?.evidence.fact).toMatch(/^(The reply to EVAL of request \d is lost|The store is down at .*): /);
    expect(answer('redis-sliding-log', { variant: 'lua', fallback: 'deny' }, 'over', 1).found).toBeNull();
  });
});
