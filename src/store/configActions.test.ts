/** What is typed as config, as lanes, undo steps and drafts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSystems, resolvePolicy, SECOND, scenarioOf } from '../sim/index.ts';
import { createConfigActions } from './configActions.ts';
import { configDraftsOf } from './configDrafts.ts';
import { laneWithLimit, laneWithLimits, textbookLane, type ConfigLimit } from './configEdits.ts';
import { openTestPlayground } from './testing.ts';

beforeAll(loadSystems);

const NGINX = 'nginx-limit-req';
const BASE = { policy: { n: 20, T: 10 }, duration: 20, traffic: [{ kind: 'burst', at: 1, count: 30 }] };
const BURST = { burst: 19, delay: 'none' };

const limit = (n: number, options: ConfigLimit['options'] = BURST): ConfigLimit => ({
  limiter: NGINX,
  policy: { n, T: 10 * SECOND, capacity: null },
  options,
});

async function open(lane: object, scenario: object = BASE) {
  const playground = await openTestPlayground({ ...scenario, lanes: [lane, { limiter: 'gcra' }] });
  const { store, actions } = playground;
  const config = createConfigActions(store, actions);
  const lane1 = () => store.getState().scenario.lanes[0]!;
  return {
    ...playground,
    config,
    lane: lane1,
    steps: () => store.getState().history.past.length,
    shown: () =>
      configDraftsOf(store).of(lane1(), resolvePolicy(store.getState().scenario, 0), NGINX)?.text ?? 'as written',
    type: (text: string, found: ConfigLimit | null, gesture = 'typing') =>
      config.type(
        0,
        { text, product: NGINX, chosen: 0, limits: found === null ? [] : [found], charge: 'together' },
        gesture,
      ),
  };
}

describe('a lane with the limit of a config', () => {
  const laneOf = (lane: object, found: ConfigLimit, policy: object = {}) => {
    const scenario = scenarioOf({ ...BASE, policy: { ...BASE.policy, ...policy }, lanes: [lane] });
    return { before: scenario.lanes[0]!, after: laneWithLimit(scenario, 0, found) };
  };

  it('is the same lane where it says what the lane does', () => {
    const { before, after } = laneOf({ limiter: NGINX, options: BURST }, limit(20));
    expect(after).toBe(before);
  });

  it.each<[string, object, ConfigLimit, object, object]>([
    ['has its own policy where that is another', { limiter: NGINX, options: BURST }, limit(50), {}, { n: 50, T: 10 }],
    ['goes on inheriting where it is the same', { limiter: NGINX }, limit(20), {}, {}],
    [
      'follows its own n with the capacity',
      { limiter: 'golang-rate' },
      { limiter: 'golang-rate', policy: { n: 5, T: SECOND, capacity: 5 }, options: {} },
      {},
      { n: 5, T: 1 },
    ],
    [
      'does not inherit the capacity of all',
      { limiter: 'golang-rate' },
      { limiter: 'golang-rate', policy: { n: 5, T: SECOND, capacity: null }, options: {} },
      { capacity: 3 },
      { n: 5, T: 1, capacity: 5 },
    ],
  ])('%s', (_, lane, found, policy, own) => expect(laneOf(lane, found, policy).after.policy).toEqual(own));

  it('keeps the options that the config does not say', () => {
    const { after } = laneOf({ limiter: NGINX, options: { burst: 4, delay: 2 } }, limit(20, { burst: 7 }));
    expect(after.options).toEqual({ burst: 7, delay: 2 });
  });

  it('is held against a bucket that takes as many at once, or against a log', () => {
    const textbook = (lane: object) => {
      const { limiter, policy } = textbookLane(scenarioOf({ ...BASE, lanes: [lane] }).lanes[0]!);
      return { limiter, policy };
    };
    expect(textbook({ limiter: NGINX, options: BURST })).toEqual({ limiter: 'token-bucket', policy: { capacity: 20 } });
    expect(textbook({ limiter: 'traefik', policy: { n: 3 } })).toEqual({ limiter: 'token-bucket', policy: { n: 3 } });
    expect(textbook({ limiter: 'kong' })).toEqual({ limiter: 'sliding-log', policy: {} });
  });
});

describe('a lane with several limits of a config', () => {
  const part = (n: number, T: number) => ({ limiter: 'kong', policy: { n, T } });
  const STACK = {
    limiter: 'stack',
    policy: { n: 20, T: 60 },
    options: { charge: 'together' },
    of: [part(20, 60), part(100, 3600)],
  };
  const kong = (n: number, T: number): ConfigLimit => ({
    limiter: 'kong',
    policy: { n, T: T * SECOND, capacity: null },
    options: {},
  });
  const stacked = (lane: object, limits: readonly [ConfigLimit, ...ConfigLimit[]]) => {
    const scenario = scenarioOf({ ...BASE, lanes: [lane] });
    return { before: scenario.lanes[0]!, after: laneWithLimits(scenario, 0, limits, 'together') };
  };

  it('is the same lane where they say what it does', () => {
    const { before, after } = stacked(STACK, [kong(20, 60), kong(100, 3600)]);
    expect(after).toBe(before);
  });

  it('is a stack of them, whatever it was before, and counts for each key', () => {
    const { after } = stacked({ limiter: 'token-bucket', policy: { n: 7 } }, [kong(20, 60), kong(50, 3600)]);
    expect(after).toMatchObject({ limiter: 'stack', options: { charge: 'together' } });
    expect(after.of).toMatchObject([
      { limiter: 'kong', policy: { n: 20, T: 60 }, key: 'each' },
      { limiter: 'kong', policy: { n: 50, T: 3600 }, key: 'each' },
    ]);
    const shared = { ...kong(9, 60), key: 'all' } as const;
    expect(stacked({ limiter: 'token-bucket' }, [shared]).after).toMatchObject({
      limiter: 'stack',
      of: [{ key: 'all' }],
    });
    const all = { ...STACK, of: [{ ...part(20, 60), key: 'all' }, part(100, 3600)] };
    expect(stacked(all, [kong(20, 60), kong(100, 3600)]).after.of).toMatchObject([{ key: 'each' }, { key: 'each' }]);
  });

  it('is a stack of one limit for all keys, with the n, T and capacity of the lane, which tune it', () => {
    const bucket = (n: number, capacity: number): ConfigLimit => ({
      limiter: 'envoy-local',
      policy: { n, T: 60 * SECOND, capacity },
      options: {},
      key: 'all',
    });
    const { after } = stacked({ limiter: 'token-bucket', policy: { n: 7 } }, [bucket(20, 30)]);
    expect(after).toMatchObject({ limiter: 'stack', policy: { n: 20, T: 60, capacity: 30 } });
    expect(after.of).toMatchObject([{ limiter: 'envoy-local', policy: {}, key: 'all' }]);
    const again = stacked(after, [bucket(20, 30)]);
    expect(again.after).toBe(again.before);
    expect(stacked({ ...after, policy: { n: 20, T: 60 } }, [bucket(25, 25)]).after).toMatchObject({
      policy: { n: 25, T: 60 },
      of: [{ policy: {} }],
    });
    // What the limit had of its own becomes the lane's, and a label stays.
    const own = { ...after, policy: { n: 1 }, of: [{ ...after.of![0], label: 'Edge', policy: { n: 20, T: 60 } }] };
    expect(stacked(own, [bucket(25, 25)]).after).toMatchObject({
      policy: { n: 25, T: 60 },
      of: [{ label: 'Edge', policy: {} }],
    });
  });

  it('keeps what is known of a limit in its place', () => {
    const named = { ...STACK, of: [{ ...part(20, 60), label: 'A minute' }, part(100, 3600)] };
    const { after } = stacked(named, [kong(25, 60), kong(100, 3600)]);
    expect(after.of).toMatchObject([{ label: 'A minute', policy: { n: 25 } }, part(100, 3600)]);
  });

  it('is judged by the n and T of one of them: its own where it still is one, else those of the first', () => {
    const { after } = stacked({ limiter: 'token-bucket', policy: { n: 7 } }, [kong(20, 60), kong(50, 3600)]);
    expect(after.policy).toEqual({ n: 20, T: 60 });
    const hourly = stacked({ ...STACK, policy: { n: 100, T: 3600 } }, [kong(25, 60), kong(100, 3600)]).after;
    expect(hourly.policy).toEqual({ n: 100, T: 3600 });
    const edited = stacked({ ...STACK, policy: { n: 100, T: 3600 } }, [kong(20, 60), kong(120, 3600)]).after;
    expect(edited.policy).toEqual({ n: 120, T: 3600 });
    const unjudged = stacked({ ...STACK, policy: {} }, [kong(20, 60), kong(100, 3600)]).after;
    expect(unjudged.policy).toEqual({ n: 20, T: 60 });
    // What inherited the former policy keeps it.
    const inheriting = { ...STACK, policy: { n: 20, T: 60 }, of: [part(100, 3600), { limiter: 'kong' }] };
    const changed = stacked(inheriting, [kong(50, 3600), kong(20, 60)]).after;
    expect([changed.policy, changed.of?.map(({ policy }) => policy)]).toEqual([
      { n: 20, T: 60 },
      [{ n: 50, T: 3600 }, {}],
    ]);
    const first = stacked({ ...inheriting, policy: { n: 20, T: 10 } }, [
      kong(50, 3600),
      { ...kong(20, 10), options: {} },
    ]);
    expect(first.after.policy).toEqual({ n: 20, T: 10 });
    const gone = stacked(
      { ...STACK, policy: { n: 9 }, of: [part(100, 3600), { limiter: 'kong', policy: { T: 60 } }] },
      [kong(100, 3600), kong(9, 60), kong(5, 1)],
    ).after;
    expect([gone.policy, gone.of?.map(({ policy }) => policy)]).toEqual([
      { n: 100, T: 3600 },
      [
        { n: 100, T: 3600 },
        { n: 9, T: 60 },
        { n: 5, T: 1 },
      ],
    ]);
  });

  it('is that limit where there is one', () => {
    expect(stacked(STACK, [kong(20, 60)]).after).toMatchObject({ limiter: 'kong', policy: { n: 20, T: 60 } });
  });

  it('is held against a stack of what the textbook has', () => {
    const lane = textbookLane(stacked(STACK, [kong(20, 60), kong(100, 3600)]).before);
    expect(lane.of).toMatchObject([
      { limiter: 'sliding-log', policy: { n: 20, T: 60 } },
      { limiter: 'sliding-log', policy: { n: 100, T: 3600 } },
    ]);
  });
});

describe('what is typed', () => {
  it('changes the lane at every key, in one undo step a gesture, and comes back with undo and redo', async () => {
    const { type, lane, steps, shown, actions } = await open({ limiter: NGINX, options: BURST });
    type('rate=3', limit(30));
    type('rate=34', limit(340));
    type('rate=4', limit(40), 'later');
    expect([lane().policy.n, steps(), shown()]).toEqual([40, 2, 'rate=4']);
    actions.undo();
    expect([lane().policy.n, shown()]).toEqual([340, 'rate=34']);
    actions.undo();
    expect([lane().policy, shown()]).toEqual([{}, 'as written']);
    actions.redo();
    expect(shown()).toBe('rate=34');
  });

  it('stays where it is not understood, is no undo step, and is gone from a lane that went on', async () => {
    const { type, steps, shown, actions } = await open({ limiter: NGINX, options: BURST });
    type('rate=', null);
    expect([steps(), shown()]).toEqual([0, 'rate=']);
    type('rate=3', limit(30));
    actions.undo();
    expect(shown()).toBe('as written');
    type('# the same', limit(20));
    type('# the same, and more', null);
    expect([steps(), shown()]).toEqual([0, '# the same, and more']);
    type('rate=3', limit(30));
    actions.undo();
    expect(shown()).toBe('# the same');
  });

  it('gives way to a change of the lane from elsewhere, but not to a new name or place', async () => {
    const { type, shown, actions } = await open({ limiter: NGINX, options: BURST });
    type('rate=3', limit(30));
    actions.renameLane(0, 'Edge');
    actions.moveLane(0, 1);
    actions.moveLane(1, 0);
    expect(shown()).toBe('rate=3');
    actions.setLanePolicy(0, { n: 31 });
    expect(shown()).toBe('as written');
    actions.undo();
    expect(shown()).toBe('rate=3');
    actions.setOption(0, 'burst', 4);
    expect(shown()).toBe('as written');
  });

  it('gives way to a change of a stack’s limits', async () => {
    const of = ['kong', 'kong'].map((limiter) => ({ limiter }));
    const { config, actions, lane, shown, store } = await open({ limiter: 'stack', of });
    const [first, second] = [limit(3), limit(4)];
    config.type(0, { text: 'two', product: NGINX, chosen: 0, limits: [first, second], charge: 'together' }, 'typing');
    expect([lane().of?.length, shown()]).toEqual([2, 'two']);
    actions.setStack(0, [...store.getState().scenario.lanes[0]!.of!].reverse());
    expect(shown()).toBe('as written');
    actions.undo();
    expect(shown()).toBe('two');
  });

  it('makes another limiter the product, and says so', async () => {
    const { type, lane, steps, store } = await open({ limiter: 'token-bucket' });
    type('rate=2', limit(20));
    expect([lane().limiter, lane().policy, steps()]).toEqual([NGINX, {}, 1]);
    expect(store.getState().status).toBe('Lane 1 is now nginx limit_req.');
  });

  it('stays where a lesson locks the options, and the lane as it was', async () => {
    const { type, lane, steps, shown, store } = await open({ limiter: NGINX, options: BURST });
    store.setState({ mode: 'learn', lessonStep: '1', locks: ['options'] });
    type('rate=3', limit(30));
    expect([lane().policy, steps(), shown()]).toEqual([{}, 0, 'rate=3']);
    expect(store.getState().status).toBe('The options of the lanes are locked in this step.');
  });
});

describe('showing the difference', () => {
  const other = (scenario = scenarioOf({ ...BASE, lanes: [{ limiter: 'fixed-window' }] })) =>
    laneWithLimit(scenario, 0, limit(10, { burst: 9, delay: 'none' }));

  it('adds the lane below in one step, compares the two, and selects the first disagreement', async () => {
    const { config, store, steps, settled } = await open({ limiter: 'fixed-window' });
    config.showDifference(0, other());
    await settled();
    const { scenario, pickedLanes, selection } = store.getState();
    expect(scenario.lanes.map(({ limiter }) => limiter)).toEqual(['fixed-window', NGINX, 'gcra']);
    expect([steps(), pickedLanes]).toEqual([1, [0, 1]]);
    // Of a burst of 30, ten pass in one lane and twenty in the other.
    expect(selection).toMatchObject({ lane: 0, request: 10 });
    expect(store.getState().status).toMatch(/^Disagreement 1 of 10\. /);

    config.showDifference(0, other());
    await settled();
    expect(steps()).toBe(1);
  });

  it('is refused where the lanes are locked', async () => {
    const { config, store } = await open({ limiter: 'fixed-window' });
    store.setState({ mode: 'learn', lessonStep: '1', locks: ['lanes'] });
    config.showDifference(0, other());
    expect([store.getState().scenario.lanes.length, store.getState().pickedLanes]).toEqual([2, []]);
  });
});
