/** What a user writes against a store: it comes by link, shows its messages, and says what is wrong with it. */
import { detail, expect, test } from './fixtures.ts';

const BASE = {
  policy: { n: 2, T: 10 },
  duration: 12,
  cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
  traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1] }],
};
/** Reads the count and adds to it later; it never expires, and admits one too many. */
const SCHEME = `export function* decide({ key, policy: { n } }) {
  const count = Number(yield get(key));
  if (count > n) return false;
  yield incr(key);
  return true;
}`;
const SCRIPT = `local count = redis.call('INCR', KEYS[1])
return { count <= tonumber(ARGV[1]) and 1 or 0, -1, count }`;

test('a scheme and a Redis script come by link, decide, and Why? shows their messages', async ({
  playground,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await playground.openScenario(
    {
      ...BASE,
      lanes: [
        { limiter: 'own-scheme', options: { code: SCHEME } },
        { limiter: 'own-lua', options: { code: SCRIPT } },
      ],
    },
    { at: 1, from: 0, to: 12, selected: { lane: 0, request: 3 } },
  );
  await expect(playground.figure(1, 'Admitted')).toHaveText('3');
  await expect(playground.figure(2, 'Admitted')).toHaveText('2');
  const details = page.getByRole('complementary', { name: 'Details' });
  const messages = details.getByRole('group', { name: 'Messages', exact: true });
  await expect(messages.getByRole('listitem', { name: /^N2 sends GET a at / })).toBeVisible();
  await expect(details).toContainText('Your code refused the request.');
  // From our own files only.
  expect(asked.some((url) => /liblua/.test(url))).toBe(true);
  expect(new Set(asked.map((url) => new URL(url).host))).toEqual(new Set([new URL(page.url()).host]));
});

detail('a script that is broken is told with its line, and the other lanes run', async ({ playground }) => {
  await playground.openScenario({
    ...BASE,
    lanes: [
      { limiter: 'own-lua', options: { code: `local now = ARGV[5]\nreturn os.time() and 1` } },
      { limiter: 'redis-incr' },
    ],
  });
  await expect(playground.lane(1, 'Your own Redis script')).toContainText(
    'Your own Redis script, line 2, at request 1, 0.200 s: Redis gives scripts no os.',
  );
  await expect(playground.figure(2, 'Admitted')).toHaveText('2');
});
