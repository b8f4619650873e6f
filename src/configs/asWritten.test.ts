/** What people's own files have besides the plain form of a limit, and what becomes of it. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './index.ts';

await loadSystems();

/** `line: n per T (capacity)`, with the options and notes, and `line! message`. */
function found(text: string, product?: string): readonly string[] {
  const { limits, problems } = readConfig(text, product);
  return [
    ...limits.map(({ line, policy: { n, T, capacity }, options, notes }) => {
      const said = Object.entries(options).map(([id, value]) => ` ${id}=${value}`);
      const size = capacity === null ? '' : ` (${capacity})`;
      return [`${line}: ${n} per ${T / SECOND}${size}${said.join('')}`, ...notes].join('; ');
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('an instance of resilience4j', () => {
  const yaml = (configs: string, instances: string) =>
    `resilience4j.ratelimiter:\n  configs:\n${configs}  instances:\n${instances}`;
  const read = (text: string) => found(text).map((line) => line.replace(/; This is one limiter.*/, ''));
  const DEFAULT = '    default: { limitForPeriod: 10, limitRefreshPeriod: 1s, timeoutDuration: 0 }\n';

  it.each([
    ['the config that it names', '    a: { baseConfig: default }\n', '5: 10 per 1 timeoutDuration=0'],
    ['default, if it names none', '    a: { limitForPeriod: 5 }\n', '5: 5 per 1 timeoutDuration=0'],
    ['no more than it leaves out', '    a: { baseConfig: default, timeout-duration: 2s }\n', '5: 10 per 1 timeoutDuration=2'], // prettier-ignore
  ])('takes the rest from %s', (_, instances, expected) => {
    expect(read(yaml(DEFAULT, instances))).toEqual(['3: 10 per 1 timeoutDuration=0', expected]);
  });

  it('follows the config of a config, and none for ever', () => {
    const slow = '    slow: { baseConfig: less, limitRefreshPeriod: 2s }\n    less: { limitForPeriod: 3 }\n';
    expect(read(yaml(DEFAULT + slow, '    a: { baseConfig: slow }\n'))).toContain('7: 3 per 2 timeoutDuration=0');
    const part = '    default: { timeoutDuration: 0 }\n';
    const whole = '    a: { limitForPeriod: 5, limitRefreshPeriod: 1s }\n';
    expect(read(yaml(part, whole))).toEqual(['5: 5 per 1 timeoutDuration=0']);
    const circle = '    a: { baseConfig: b, limitForPeriod: 1, limitRefreshPeriod: 1s }\n    b: { baseConfig: a }\n';
    expect(read(yaml(circle, '    c: { baseConfig: b }\n'))).toContain('6: 1 per 1 timeoutDuration=5');
  });

  it('does not say how long it waits if its config is elsewhere', () => {
    const instances = '    a: { baseConfig: shared, limitForPeriod: 6, limitRefreshPeriod: 1s }\n';
    expect(read(`resilience4j.ratelimiter:\n  instances:\n${instances}`)).toEqual([
      '3: 6 per 1',
      '3! a takes the rest from the config shared, which is not in this text.',
    ]);
  });
});
