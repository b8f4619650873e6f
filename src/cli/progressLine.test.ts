/** The line on a terminal that says how far a search is. */
import { scenarioOf } from '../sim/index.ts';
import { describe, expect, it } from 'vitest';
import { runSearch } from './findPool.ts';
import { ProgressLine } from './progressLine.ts';

/** A stream that keeps what is written, and a line whose clock goes on by so many milliseconds whenever it is asked. */
function lineOn(isTTY: boolean, step: number) {
  const written: string[] = [];
  let now = 0;
  const stream = {
    isTTY,
    write(text: unknown) {
      written.push(String(text));
      return true;
    },
  };
  return { written, line: new ProgressLine(stream, () => (now += step)) };
}

describe('the progress line', () => {
  it('begins after a second, is written over, and is gone in the end', () => {
    const { written, line } = lineOn(true, 400);
    for (const done of [0.1, 0.2, 0.301, 0.4]) line.show('Random patterns', done);
    line.clear();
    expect(written).toEqual(['\r\u001B[KRandom patterns: 30 %', '\r\u001B[KRandom patterns: 40 %', '\r\u001B[K']);
  });

  it('is written ten times a second at most', () => {
    const { written, line } = lineOn(true, 10);
    for (let i = 0; i < 200; i++) line.show('Random patterns', 0);
    expect(written.length).toBeGreaterThan(5);
    expect(written.length).toBeLessThanOrEqual(11);
  });

  it.each([
    ['no terminal', false, 400],
    ['a search that is soon over', true, 1],
  ])('says nothing with %s', (_, isTTY, step) => {
    const { written, line } = lineOn(isTTY, step);
    for (const done of [0.1, 0.2, 0.3, 0.4]) line.show('Random patterns', done);
    line.clear();
    expect(written).toEqual([]);
  });

  it('says of a search what is being tried, and is gone when there is an answer', async () => {
    const { written, line } = lineOn(true, 600);
    const scenario = scenarioOf({ policy: { n: 2, T: 1 }, lanes: [{ limiter: 'gcra' }, { limiter: 'token-bucket' }] });
    const effort = { requests: 3, tries: 6_000, seed: 1 };
    await runSearch(scenario, { kind: 'differ', lane: 0, other: 1 }, effort, line);
    expect(written.join('')).toContain('All short patterns: ');
    expect(written.join('')).toContain('Random patterns: ');
    expect(written.at(-1)).toBe('\r\u001B[K');
  });
});
