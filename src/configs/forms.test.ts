/** Other ways to write a limit, which real files have as well. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

/** `line: n per T (capacity)`, T in seconds, and `line! message`. */
function found(text: string): readonly string[] {
  const { limits, problems } = readConfig(text);
  return [
    ...limits.map(({ line, policy: { n, T, capacity } }) => {
      return `${line}: ${n} per ${T / SECOND}${capacity === null ? '' : ` (${capacity})`}`;
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('the settings of Rack::Attack', () => {
  it.each([
    "throttle('a', :limit => 30, :period => 1.minute) { |req| req.ip }",
    "throttle 'a', :limit => 30, :period => 60 do |req| req.ip end",
    "throttle('a', { :limit => 30, period: 60 }, &:ip)",
  ])('may be a hash: %s', (text) => expect(found(`Rack::Attack\n${text}`)).toEqual(['2: 30 per 60']));

  it('are not read from elsewhere, which is said', () => {
    expect(found("Rack::Attack.throttle('all', OPTIONS) { |req| req.ip }")).toEqual([
      "1! Rack::Attack.throttle('all', OPTIONS): limit and period are read only where they stand in the call.",
    ]);
  });
});
