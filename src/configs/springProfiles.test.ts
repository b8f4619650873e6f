/** Settings of Spring Boot that are in force only in a profile: none of them hides those that always are. */
import { expect, it } from 'vitest';
import { expectLinearTime } from '../linearTime.testing.ts';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const PROFILE = 'spring.config.activate.on-profile: dev\n';
const note = (profile: string) => `It is in force only in the profile ${profile}; the lane always is.`;
const gateway = (rate: number, burst: string) =>
  `spring.cloud.gateway.default-filters:\n- name: RequestRateLimiter\n  args:\n    redis-rate-limiter.replenishRate: ${rate}\n${burst}`;
const BURST = '    redis-rate-limiter.burstCapacity: 20\n';
const instance = (settings: string) => `resilience4j.ratelimiter.instances.a: { ${settings} }\n`;
const starter = (capacity: number) =>
  `bucket4j.filters:\n- cache-name: a\n  rate-limits:\n  - bandwidths:\n    - { capacity: ${capacity}, time: 1, unit: seconds }\n`;

it.each([
  ['spring-gateway', `${gateway(10, BURST)}---\n${PROFILE}${gateway(20, BURST)}`, ['4: 10 per 1 (20) for each', '11: 20 per 1 (20) for each']], // prettier-ignore
  ['spring-gateway', `${gateway(1, BURST)}---\n${PROFILE}${gateway(2, '')}`, ['4: 1 per 1 (20) for each', '11: 2 per 1 (1) for each']], // prettier-ignore
  [
    'resilience4j',
    `${instance('limitForPeriod: 5, limitRefreshPeriod: 2s, timeoutDuration: 0')}---\n${PROFILE}${instance('limitForPeriod: 500')}`,
    ['1: 5 per 2 for all timeoutDuration=0', '4: 500 per 2 for all timeoutDuration=0'],
  ],
  [
    'bucket4j',
    `${starter(5)}---\n${PROFILE}${starter(9)}`,
    ['5: 5 per 1 (5) for all precision=milliseconds refill=greedy initialTokens=capacity', '12: 9 per 1 (9) for all precision=milliseconds refill=greedy initialTokens=capacity'], // prettier-ignore
  ],
])('of %s: %j', (product, text, expected) => {
  expect(foundIn(text)).toEqual([product, ...expected]);
  const [first, second] = readConfig(text).limits;
  expect(first?.notes).not.toContain(note('dev'));
  expect(second?.notes).toContain(note('dev'));
});

it.each(['#---', '!---'])('stand in properties behind %s', (line) => {
  const rate = 'resilience4j.ratelimiter.instances.a.limit';
  const text = `${rate}ForPeriod=5\n${rate}RefreshPeriod=1s\n${line}\nspring.profiles=a,b\n${rate}ForPeriod=500\n`;
  expect(foundIn(text)).toEqual([
    'resilience4j',
    '1: 5 per 1 for all timeoutDuration=5',
    '5: 500 per 1 for all timeoutDuration=5',
  ]);
  expect(readConfig(text).limits[1]?.notes).toContain(note('a,b'));
});

it('take no more time than they are long, and the first 32 are read', () => {
  const half = (line: (index: number) => string, length: number): string => {
    let text = '';
    for (let index = 0; 2 * text.length < length; index++) text += line(index);
    return text;
  };
  const setting = (name: string): string => `resilience4j.ratelimiter.instances.${name}.limit-refresh-period: 1s\n`;
  const textOf = (length: number): string =>
    half((index) => setting(`a${index}`), length) + half(() => `---\n${PROFILE}${setting('b')}`, length);
  expectLinearTime(120_000, textOf, readConfig);
  const { problems } = readConfig(textOf(8_000));
  expect(problems.map(({ message }) => message)).toContain(
    'Of more than 32 documents with a profile, the first 32 are read.',
  );
});

it('have the way of the later one where they are of none', () =>
  expect(foundIn(`${gateway(10, BURST)}---\n${gateway(20, BURST)}`)).toEqual([
    'spring-gateway',
    '10: 20 per 1 (20) for each',
  ]));

it('what is switched off says so', () =>
  expect(readConfig(`bucket4j.enabled: false\n${starter(5)}`).limits).toMatchObject([
    {
      notes: expect.arrayContaining([
        'bucket4j.enabled is false: the filter is off and refuses nothing; the lane refuses.',
      ]) as string[],
    },
  ]));

it('a comment of Ruby in several lines holds no limit', () => {
  const throttle = (n: number) => `Rack::Attack.throttle('a', limit: ${n}, period: 60) { |req| req.ip }\n`;
  expect(foundIn(`=begin\n${throttle(7)}=end\n${throttle(5)}`)).toEqual(['rack-attack', '4: 5 per 60 for each']);
});
