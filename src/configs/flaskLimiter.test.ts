/** Flask-Limiter and SlowAPI, which count as limits for Python does. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { groupsOf, readConfig } from './index.ts';

await loadSystems();

/** `line: n per T strategy`, with the notes, and `line! message`. */
function found(text: string): readonly string[] {
  const { product, limits, problems } = readConfig(text);
  expect(product).toBe('python-limits');
  return [
    ...limits.map(({ line, policy: { n, T }, options, notes }) =>
      [`${line}: ${n} per ${T / SECOND} ${options['strategy'] ?? ''}`.trim(), ...notes].join('; '),
    ),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

const FLASK = 'from flask_limiter import Limiter\n';
const OF_ROUTE = 'It counts each route separately; the lane counts all requests of a client together.';

describe('Flask-Limiter and SlowAPI', () => {
  it.each([
    [
      `${FLASK}limiter = Limiter(\n    get_remote_address,\n    default_limits=["200 per day", "50 per hour"],\n)\n`,
      [`4: 50 per 3600 fixed-window; ${OF_ROUTE}`, `4: 200 per 86400 fixed-window; ${OF_ROUTE}`],
    ],
    [
      `${FLASK}Limiter(key, application_limits=[\n  "5/second",\n  extra,\n], strategy="moving-window")\n`,
      ['3: 5 per 1 moving-window', '4! application_limits has extra, whose value is not known here.'],
    ],
    ['from slowapi import Limiter\n@limiter.limit("5/minute")\nasync def home(): pass\n', ['2: 5 per 60 fixed-window']],
    ['@auth_limiter.shared_limit("100/day;10/hour", scope="a")\n', ['1: 10 per 3600', '1: 100 per 86400']],
    [`${FLASK}app.config["RATELIMIT_STRATEGY"] = "moving-window"\n@limiter.limit("1/hour")\n`, ['3: 1 per 3600 moving-window']], // prettier-ignore
    [
      `${FLASK}Limiter(key, strategy="fixed-window-elastic-expiry")\n@limiter.limit("1/hour")\n`,
      [
        '3: 1 per 3600',
        '2! strategy is fixed-window-elastic-expiry: a lane has fixed-window, moving-window and sliding-window-counter.',
      ],
    ],
    [`${FLASK}@limiter.limit(from_config)\n`, ['2! @limiter.limit(from_config): only a string literal is understood here.']], // prettier-ignore
    [`${FLASK}query.limit(10)\n@limiter.limit("1/hour")\n`, ['3: 1 per 3600 fixed-window']],
  ])('are read: %j', (text, expected) => expect(found(text)).toEqual(expected));

  it.each([
    ['methods=["POST"]', 'It limits only requests of ["POST"]; the lane limits all.'],
    ['exempt_when=is_admin', 'exempt_when lets some requests pass without counting them; the lane counts all.'],
    ['per_method=True', 'per_method counts the requests of each method apart; the lane counts all together.'],
    ['cost=lambda: 3', 'cost decides how much a request counts; in the lane it is the cost of a request.'],
  ])('say what a lane does not do: %s', (argument, note) => {
    expect(found(`${FLASK}@limiter.limit("5/minute", ${argument})\n`)).toEqual([`2: 5 per 60 fixed-window; ${note}`]);
    expect(found(`${FLASK}@limiter.limit("5/minute", per_method=False, cost=1)\n`)).toEqual([
      '2: 5 per 60 fixed-window',
    ]);
  });

  it.each([
    ['@limiter.limit("100/day;10/hour")', FLASK, [10, 100]],
    ['@limiter.limit("100/day;10/hour")', 'from slowapi import Limiter\n', [100, 10]],
    ['Limiter(key, default_limits=[\n  "100/day",\n  "10/hour",\n])', FLASK, [10, 100]],
  ])('stack the limits of one place, in the order in which they are asked: %j', (text, head, counts) => {
    const { limits } = readConfig(`${head}${text}\n`);
    expect(limits.map(({ policy: { n }, charge }) => [n, charge])).toEqual(counts.map((n) => [n, 'in-order']));
    expect(groupsOf(limits)).toHaveLength(1);
  });

  it('leave it to the code how those of parse_many are hit', () =>
    expect(groupsOf(readConfig('parse_many("10/hour;100/day")\n').limits)).toHaveLength(2));

  it('have the conditions of the limits that Limiter itself gives', () => {
    const limiter = 'Limiter(key, default_limits=["5/minute"], default_limits_deduct_when=failed)';
    expect(found(`${FLASK}${limiter}\n`)).toEqual([
      `2: 5 per 60 fixed-window; default_limits_deduct_when decides by the response which requests count; the lane counts all.; ${OF_ROUTE}`,
    ]);
  });

  it('says that a rate is elsewhere, also where no import and no number tell whose it is', () => {
    expect(found('@limiter.limit(settings.THROTTLE_LOGIN_PATTERN)\ndef login(): pass\n')).toEqual([
      '1! @limiter.limit(settings.THROTTLE_LOGIN_PATTERN): only a string literal is understood here.',
    ]);
  });
});
