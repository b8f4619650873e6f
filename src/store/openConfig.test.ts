/** Config texts that are dropped or pasted on the page. */
import { expect, it } from 'vitest';
import { loadSystems, resolvePolicy, SECOND, type Lock } from '../sim/index.ts';
import { configDraftsOf } from './configDrafts.ts';
import { openConfig } from './openConfig.ts';
import { openTestPlayground } from './testing.ts';

await loadSystems();

const ZONE = 'limit_req_zone $binary_remote_addr zone=api:10m rate=5r/s;\n';
const NGINX = `${ZONE}limit_req zone=api burst=18 nodelay;\n`;

async function open(lanes: readonly object[], text: string, locks: readonly Lock[] = []) {
  const { store, actions } = await openTestPlayground({ policy: { n: 20, T: 10 }, lanes });
  if (locks.length > 0) store.setState({ mode: 'learn', lessonStep: '1', locks });
  const before = store.getState().scenario;
  actions.openDialog({ name: 'palette' });
  const found = await openConfig(store, actions, text);
  return { store, actions, before, found, state: store.getState() };
}

it('is the focused lane’s, in the Config tab, at the rate as the text writes it', async () => {
  const { store, actions, state, before, found } = await open([{ limiter: 'gcra' }], NGINX);
  expect(found).toBe(true);
  expect(state).toMatchObject({
    drawer: 'config',
    dialog: null,
    focusedLane: 0,
    status: 'Lane 1 follows the config. Ctrl+Z undoes this.',
  });
  const { scenario } = state;
  expect(scenario.lanes).toMatchObject([{ limiter: 'nginx-limit-req', options: { burst: 18, delay: 'none' } }]);
  const policy = resolvePolicy(scenario, 0);
  expect(policy).toMatchObject({ n: 5, T: SECOND });
  expect(configDraftsOf(store).of(scenario.lanes[0]!, policy, 'nginx-limit-req')?.text).toBe(NGINX);
  await openConfig(store, actions, NGINX);
  expect(store.getState().status).toBe('Lane 1 already follows this config.');
  actions.undo();
  expect(store.getState().scenario).toBe(before);
});

it('leaves T where the lane has that limiter already, as an edit of its text does', async () => {
  const { state } = await open([{ limiter: 'nginx-limit-req' }], NGINX);
  expect(resolvePolicy(state.scenario, 0)).toMatchObject({ n: 50, T: 10 * SECOND });
});

it('is a stack where the same requests pass several limits', async () => {
  const other = ZONE.replace('zone=api', 'zone=all').replace('5r/s', '30r/m');
  const { state } = await open([{ limiter: 'gcra' }], `${other}${NGINX}limit_req zone=all;\n`);
  const [lane] = state.scenario.lanes;
  expect(lane).toMatchObject({ limiter: 'stack', options: { charge: 'together' } });
  expect(lane?.of?.map(({ limiter }) => limiter)).toEqual(['nginx-limit-req', 'nginx-limit-req']);
  expect(state.status).toBe('Lane 1 follows the config. Ctrl+Z undoes this.');
});

it('is one limit for all keys where the product has one for all clients', async () => {
  const envoy = 'token_bucket: { max_tokens: 40, tokens_per_fill: 2, fill_interval: 1s }\n';
  const { store, actions, state } = await open([{ limiter: 'gcra' }], envoy);
  expect(state.scenario.lanes).toMatchObject([
    { limiter: 'stack', policy: { capacity: 40 }, of: [{ limiter: 'envoy-local', policy: {}, key: 'all' }] },
  ]);
  expect(resolvePolicy(state.scenario, 0)).toMatchObject({ n: 2, T: SECOND });
  await openConfig(store, actions, envoy);
  expect(store.getState().status).toBe('Lane 1 already follows this config.');
  // Also where the lane had one for each client before.
  const each = await open([{ limiter: 'envoy-local' }], envoy);
  expect(each.state.scenario.lanes).toMatchObject([{ of: [{ key: 'all' }] }]);
});

it('is said to have more limits than the lane has', async () => {
  const places = ['/a', '/b', '/c'].map((place) => `location ${place} { limit_req zone=api; }\n`);
  const text = ZONE + places.join('');
  const { store, actions, state } = await open([{ limiter: 'gcra' }], text);
  expect(state.status).toBe('Lane 1 follows the first of 3 limits in the config. Ctrl+Z undoes this.');
  await openConfig(store, actions, text);
  expect(store.getState().status).toBe('Lane 1 already follows the first of 3 limits in this config.');
  const both = text.replace('zone=api;', 'zone=api; limit_req zone=all;');
  const stack = await open([{ limiter: 'gcra' }], ZONE.replace('zone=api', 'zone=all') + both);
  expect(stack.state.status).toBe('Lane 1 follows 2 of 4 limits in the config. Ctrl+Z undoes this.');
});

it.each([
  [1, '; 1 line is'],
  [2, '; 2 lines are'],
])('is said to have lines that are not understood: %i', async (count, said) => {
  const { state } = await open([{ limiter: 'gcra' }], NGINX + 'limit_req zone=api burst=x;\n'.repeat(count));
  expect(state.status).toBe(`Lane 1 follows the config${said} not understood. Ctrl+Z undoes this.`);
});

it('is a new lane’s where there is none, in one step', async () => {
  const { store, actions, before, state } = await open([], NGINX);
  expect(state.scenario.lanes).toMatchObject([{ limiter: 'nginx-limit-req', policy: { n: 5 } }]);
  expect(resolvePolicy(state.scenario, 0).T).toBe(SECOND);
  actions.undo();
  expect(store.getState().scenario).toBe(before);
});

it('changes nothing where no limit is found', async () => {
  const { found, before, state } = await open([{ limiter: 'gcra' }], 'server { listen 80; }\n');
  expect(found).toBe(false);
  expect(state).toMatchObject({ scenario: before, drawer: null, dialog: { name: 'palette' } });
});

it('is shown in the Config tab with what is not understood where no limit in it is', async () => {
  const haproxy = 'stick-table type ip size 1m store gpc0_rate(10s)\nhttp-request deny if { sc_gpc0_rate(0) gt 30 }\n';
  const { store, found, before, state } = await open([{ limiter: 'gcra' }], haproxy);
  expect([found, state.scenario, state.notices]).toEqual([true, before, []]);
  expect(state).toMatchObject({
    drawer: 'config',
    status: 'This config changes nothing: what is not understood is said beside it.',
  });
  const draft = configDraftsOf(store).pending(state.scenario.lanes[0]!, resolvePolicy(state.scenario, 0));
  expect(draft).toMatchObject({ text: haproxy, product: 'haproxy-rate', applied: false });
  const none = await open([], haproxy);
  expect(none.state.notices.map(({ text }) => text)).toEqual([
    'This config changes nothing. Line 2: This rule refuses by gpc0_rate, which is not part of ' +
      'the lane: only http_req_rate is.',
  ]);
});

it.each([[[]], [[{ limiter: 'gcra' }]]])(
  'of a product that is not read is named, and changes nothing: %j',
  async (lanes) => {
    const { found, before, state } = await open(lanes, 'hit = Hammer.hit("a", 60_000, 10)\n');
    expect(found).toBe(true);
    expect(state).toMatchObject({ scenario: before, drawer: null });
    expect(state.notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^This config changes nothing\. Line 1: Hammer is not read\. /),
    ]);
  },
);

it('of a product without a lane of its own is the textbook’s, and is shown beside the product that is chosen for those', async () => {
  const laravel = "RateLimiter::for('api', fn ($r) => Limit::perMinute(60)->by($r->ip()));\n";
  const { store, actions, state } = await open([{ limiter: 'gcra' }], laravel);
  expect(state.scenario.lanes).toMatchObject([{ limiter: 'quota-reset', policy: { n: 60, T: 60 } }]);
  const shown = () => {
    const { scenario } = store.getState();
    return configDraftsOf(store).of(scenario.lanes[0]!, resolvePolicy(scenario, 0), 'nginx-limit-req');
  };
  expect(shown()).toMatchObject({ text: laravel, applied: true });
  await openConfig(store, actions, laravel);
  expect(store.getState().status).toBe('Lane 1 already follows this config.');
  expect(shown()).toMatchObject({ text: laravel, applied: true });
});

it('of such a product with several limits is a stack, charged as that product does', async () => {
  const both = "RateLimiter::for('a', fn ($r) => [Limit::perMinute(60), Limit::perDay(90)->by($r->ip())]);\n";
  const { state } = await open([{ limiter: 'gcra' }], both);
  expect(state.scenario.lanes).toMatchObject([
    {
      limiter: 'stack',
      options: { charge: 'in-order' },
      of: [
        { limiter: 'quota-reset', key: 'all' },
        { limiter: 'quota-reset', key: 'each' },
      ],
    },
  ]);
});

it('of a product that counts as a real system is its lane, and a stack that system does not write is shown beside another', async () => {
  const nest = (...limits: string[]) => `ThrottlerModule.forRoot([${limits.join(', ')}])\n`;
  const shownIn = async (text: string, product: string) => {
    const { store, state } = await open([{ limiter: 'gcra' }], text);
    const [lane] = state.scenario.lanes;
    return configDraftsOf(store).of(lane!, resolvePolicy(state.scenario, 0), product)?.text;
  };
  const one = nest('{ ttl: 1000, limit: 3 }');
  expect(await shownIn(one, 'rate-limiter-flexible')).toBe(one);
  const two = nest('{ ttl: 1000, limit: 3 }', '{ ttl: 9000, limit: 5 }');
  expect(await shownIn(two, 'nginx-limit-req')).toBe(two);
});

it('of such a product that is not understood is said, with its line', async () => {
  const { state, before } = await open(
    [{ limiter: 'gcra' }],
    "\nRateLimiter::for('a', fn () => Limit::perMinute($n));\n",
  );
  expect(state.scenario).toBe(before);
  expect(state.notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^This config changes nothing\. Line 2: The limit of perMinute is \$n: /),
  ]);
});

it.each([[[]], [[{ limiter: 'gcra' }]]])(
  'changes nothing where a lesson locks the lanes, which is said: %j',
  async (lanes) => {
    const { found, before, state } = await open(lanes, NGINX, ['lanes']);
    expect(found).toBe(true);
    expect(state).toMatchObject({ scenario: before, drawer: null, status: 'The lanes are locked in this step.' });
  },
);
