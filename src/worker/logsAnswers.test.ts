/** The worker that reads logs: what it holds, and what it makes of it. */
import { expect, it } from 'vitest';
import type { Asking } from './answering.ts';
import { logsAnswers } from './logsAnswers.ts';

const asking: Asking<unknown> = {
  tell: () => undefined,
  signal: new AbortController().signal,
  drive: () => Promise.reject(new Error('it runs in no slices')),
};

function open() {
  const { read, make } = logsAnswers({ now: () => 0, yieldToMessages: () => Promise.resolve() });
  const log = (...clients: readonly string[]): readonly File[] => [
    new File(
      clients.map((client, at) => `{"time":${1_700_000_000 + at},"client":"${client}"}\n`),
      'a.jsonl',
    ),
  ];
  return { read, make, log };
}

it('makes a recording of the log that the page has, and none of one that has been read since', async () => {
  const { read, make, log } = open();
  const { key } = await read({ files: log('a', 'b', 'a'), options: {}, reading: 1 }, asking);
  const choice = { key, cost: null, bad: '' };
  expect(await make({ choice, reading: 1 }, asking)).toMatchObject({ count: 3, clients: 2 });
  await read({ files: log('c'), options: {}, reading: 2 }, asking);
  await expect(make({ choice, reading: 1 }, asking)).rejects.toMatchObject({ name: 'LogError', detail: 'needs-read' });
  expect(await make({ choice, reading: 2 }, asking)).toMatchObject({ count: 1, clients: 1 });
});
