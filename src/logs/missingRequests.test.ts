/** What is said of a log before it is used: that a limiter was at work already, or that it is a sample. */
import { expect, it } from 'vitest';
import { sourceOf } from './goldenLogs.testing.ts';
import { summaryOf } from './logSummary.ts';
import { readLog } from './readLog.ts';

const line = (second: number, status: number): string =>
  `192.0.2.1 - - [05/Jan/2026:10:00:0${second} +0000] "GET / HTTP/1.1" ${status} 5 "-" "-"\n`;

async function saidOf(text: string): Promise<readonly string[]> {
  return summaryOf(await readLog([sourceOf('a.log', text)])).findings.map(({ sentence }) => sentence);
}

it('counts the 429s of a log, and says what they mean for the result', async () => {
  const [first] = await saidOf(line(1, 200) + line(2, 429) + line(3, 429));
  expect(first).toBe(
    '2 requests were answered 429: a limiter was already at work. Clients that it refused tried again or gave up, ' +
      'so without it other requests would have come, and every share of refusals is an estimate. ' +
      'To go through those that a lane would decide otherwise, let status=429 count as bad, and see Fairness.',
  );
});

it('says what a sampled log means for the result', async () => {
  const [first] = await saidOf(
    '{"ClientIP":"::1","EdgeStartTimestamp":"2026-01-05T10:00:00.123Z","SampleInterval":10}\n',
  );
  expect(first).toMatch(/^The log is sampled \(SampleInterval 10\): .* bursts look smaller/);
});

it('says neither of a log that is whole', async () => {
  const said = await saidOf(line(1, 200) + line(2, 404));
  expect(said).toEqual([expect.stringMatching(/^The timestamps have a resolution of 1 s/)]);
});
