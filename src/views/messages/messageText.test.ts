import { describe, expect, it } from 'vitest';
import type { SequenceMessage } from '../../sim/index.ts';
import { makeMessage, RACE, makeSequence, explainSequence, makeKeyAccess } from './testing.ts';
import {
  raceText,
  failureText,
  omittedMessagesText,
  formatDelay,
  messageSentence,
  movedText,
  noMessagesText,
  sentOffsetText,
  storeName,
  valueText,
} from './messageText.ts';

const LOST = { executedAt: null, executionOrder: 0, replyAt: null, lost: true, reply: '', keyAccesses: [] } as const;
const WRITE = {
  name: 'INCR',
  text: 'INCR k',
  reply: '10',
  keyAccesses: [makeKeyAccess({ writes: true, after: '10' })],
} as const;

describe('a message in words', () => {
  const told: readonly (readonly [Partial<SequenceMessage>, string])[] = [
    [{}, 'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9'],
    [WRITE, 'N1 sends INCR k at 1.000 s; the store answers 10 at 1.001 s: changes k from 9 to 10'],
    [
      { request: 4, node: 2, endedAt: null },
      'N3 sends GET k for request 5 at 1.000 s; the store answers 9 at 1.001 s: reads k 9',
    ],
    [
      { manualDelay: 4_000, executedAt: 1_005_000, endedAt: 1_006_000, replyAt: 1_006_000 },
      'N1 sends GET k at 1.000 s, moved by 4 ms; the store answers 9 at 1.005 s: reads k 9',
    ],
    [
      { reply: 'nil', keyAccesses: [makeKeyAccess({ before: '–', after: '–' })] },
      'N1 sends GET k at 1.000 s; the store answers nil at 1.001 s: finds no k',
    ],
    [
      { keyAccesses: [makeKeyAccess({ writes: true, after: '–' })] },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: removes k 9',
    ],
    // An expiry does not change the value.
    [
      { keyAccesses: [makeKeyAccess({ writes: true }), makeKeyAccess({ key: 'm', before: '1', after: '1' })] },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: writes k 9, reads m 1',
    ],
    [
      { name: 'EXEC', text: 'MULTI\nINCR k\nPEXPIRE k 100\nEXEC', reply: '[1, 1]', keyAccesses: [] },
      'N1 sends MULTI, INCR k, PEXPIRE k 100, EXEC at 1.000 s; the store answers [1, 1] at 1.001 s',
    ],
    [{ ...LOST, endedAt: 1_100_000 }, 'N1 sends GET k at 1.000 s; the message is lost, and N1 gives up at 1.100 s'],
    [
      { ...LOST, lost: false, endedAt: 1_100_000 },
      'N1 sends GET k at 1.000 s; N1 gives up at 1.100 s, before the message reaches the store',
    ],
    [{ ...LOST, request: 1, endedAt: null }, 'N1 sends GET k for request 2 at 1.000 s; the message is lost'],
    [
      { ...LOST, request: 1, lost: false, endedAt: null },
      'N1 sends GET k for request 2 at 1.000 s; the message is in transit',
    ],
    [
      { executedAt: 1_070_000, endedAt: 1_100_000, replyAt: 1_140_000 },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.070 s: reads k 9; ' +
        'the reply arrives at 1.140 s, too late: N1 gives up at 1.100 s',
    ],
    [
      { endedAt: 1_100_000, replyAt: null },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9; the reply is lost, and N1 gives up at 1.100 s',
    ],
    [
      { ...WRITE, executedAt: 1_120_000, endedAt: 1_100_000, replyAt: 1_121_000 },
      'N1 sends INCR k at 1.000 s; N1 gives up at 1.100 s, and the store still runs it at 1.120 s: changes k from 9 to 10',
    ],
    [
      { endedAt: null },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9; N1 dies before a reply arrives',
    ],
  ];
  it.each(told)('%o', (one, words) => {
    expect(messageSentence(makeMessage(one), makeSequence([makeMessage(one)]))).toBe(words);
  });

  it('names a server and the memory of threads', () => {
    const asked = makeMessage({ name: 'ASK', text: 'ASK k 1', reply: '[1, 0]', keyAccesses: [] });
    expect(messageSentence(asked, makeSequence([asked]))).toBe(
      'N1 sends ASK k 1 at 1.000 s; the server answers [1, 0] at 1.001 s',
    );
    expect([asked, makeMessage({ name: 'READ' }), makeMessage()].map((one) => storeName(makeSequence([one])))).toEqual([
      'Server',
      'Memory',
      'Store',
    ]);
    expect(storeName(makeSequence([]))).toBe('Store');
  });

  it('has an ending if it was not answered in time', () => {
    expect(
      [
        {},
        { ...LOST, endedAt: null },
        { ...LOST, lost: false, endedAt: 1_100_000 },
        { endedAt: 1_100_000, replyAt: 1_140_000 },
        { endedAt: 1_100_000, replyAt: null },
        { endedAt: null },
      ].map((one) => failureText(makeMessage(one))),
    ).toEqual([null, 'lost', 'given up', 'too late', 'lost', null]);
  });
});

it('a slow store answers too late, and one that is down never', () => {
  const store = (fault: object) =>
    explainSequence({ ...RACE, cluster: { nodes: 2, faults: [{ at: 0.9, until: 3, ...fault }] } }, 3).messages.filter(
      ({ request }) => request === 3,
    );
  const [slow] = store({ kind: 'store-slow', factor: 70 });
  expect(slow).toMatchObject({ executedAt: 1_070_000, endedAt: 1_100_000, replyAt: 1_140_000 });
  expect(failureText(slow as SequenceMessage)).toBe('too late');
  expect(store({ kind: 'store-down' }).map(failureText)).toEqual(['lost']);
  expect(store({ kind: 'link-down', node: 0 }).map(failureText)).toEqual([null, null]);
  expect(store({ kind: 'link-down', node: 1 }).map(failureText)).toEqual(['lost']);
});

describe('a race', () => {
  const write = makeMessage({
    request: 1,
    node: 1,
    executionOrder: 2,
    keyAccesses: ['z', 'm'].map((key) => makeKeyAccess({ key, writes: true, overwrites: true, after: '10' })),
  });
  const read = makeMessage({ keyAccesses: [makeKeyAccess({ key: 'a' }), makeKeyAccess({ key: 'm' })] });

  const ofOne = { read, write: { ...write, node: 0 } };
  const between = { read, write, wroteFirst: false, isSoleCause: true, hasOthers: false };
  const both = { ...between, wroteFirst: true };

  it.each([
    [
      between,
      'N2 wrote the key m between N1’s read and N1’s write. Had N1 read after that, this request would have been denied.',
    ],
    [
      { ...between, ...ofOne },
      'N1 wrote the key m for request 2 between its read and its write for this one. ' +
        'Had N1 read after that, this request would have been denied.',
    ],
    [
      { ...between, isSoleCause: false, hasOthers: true },
      'N2 wrote the key m between N1’s read and N1’s write, and so did others: the atomic version denies this request.',
    ],
    [
      { ...between, isSoleCause: false },
      'N2 wrote the key m between N1’s read and N1’s write: the atomic version denies this request.',
    ],
    [
      both,
      'N1 and N2 both read the key m, then both wrote it. ' +
        'Had N1 read after N2’s write, this request would have been denied.',
    ],
    [
      { ...both, ...ofOne },
      'N1 read the key m for this request and for request 2, then wrote it for both. ' +
        'Had N1 read after its write for request 2, this request would have been denied.',
    ],
  ])('is described with the shared key and the nodes in the order of their commands: %#', (race, text) => {
    expect(raceText(race)).toBe(text);
  });

  it('is found in a run', () => {
    const { race } = explainSequence(RACE, 4);
    expect(race === null ? '' : raceText(race)).toMatch(/^N2 wrote the key a between N1’s read/);
  });

  describe('for the last token, with N1’s write moved', () => {
    const document = (delay: number) => ({
      policy: { n: 5, T: 60 },
      duration: 12,
      traffic: [{ kind: 'times', at: [1, 2, 3, 4, 6, 6], key: 'user' }],
      cluster: {
        nodes: 2,
        latency: { kind: 'fixed', mean: 0.01 },
        moves: [{ lane: 0, request: 4, command: 1, delay }],
      },
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
    });
    const told = (delay: number, request: number): string => {
      const { race } = explainSequence(document(delay), request);
      return race === null ? '' : raceText(race);
    };

    it('says that N1 wrote in between as long as N1 writes before N2', () => {
      expect(told(0, 5)).toMatch(/^N1 wrote the key user between N2’s read and N2’s write\. Had N2 read after that,/);
    });

    // To after N2’s HSET, after its PEXPIRE, and after its answer.
    it.each([0.005, 0.015, 0.02, 0.03, 0.05])('by %s s to after N2’s, says that both read before', (delay) => {
      expect(told(delay, 5)).toBe(
        'N2 and N1 both read the key user, then both wrote it. ' +
          'Had N2 read after N1’s write, this request would have been denied.',
      );
      const { messages, race } = explainSequence(document(delay), 5);
      expect(messages).toContain(race?.write);
    });

    it('has no race for the request that the atomic version admits too', () => {
      for (const delay of [0, 0.005, 0.03]) expect(told(delay, 4)).toBe('');
    });
  });
});

it('durations are short and exact', () => {
  expect([0, 1, 200, 1_000, 1_250, 999_999, 1_000_000, 2_500_001].map(formatDelay)).toEqual([
    '0 ms',
    '1 µs',
    '200 µs',
    '1 ms',
    '1.25 ms',
    '999.999 ms',
    '1 s',
    '2.500001 s',
  ]);
  expect(movedText({ manualDelay: 4_000 })).toBe('moved by 4 ms');
  const of = makeSequence([]);
  expect([0, 1_500, -200].map((since) => sentOffsetText(makeMessage({ sentAt: of.from + since }), of))).toEqual([
    '+0 ms',
    '+1.5 ms',
    '−200 µs',
  ]);
});

it('values are those before and after', () => {
  const value = (...all: ReturnType<typeof makeKeyAccess>[]): string => valueText({ keyAccesses: all });
  expect(value(makeKeyAccess())).toBe('9');
  expect(value(makeKeyAccess({ writes: true, after: '10' }))).toBe('9 → 10');
  expect(value(makeKeyAccess({ writes: true }), makeKeyAccess({ before: '–', after: '1' }))).toBe('9; – → 1');
});

it('says what is missing', () => {
  const other = makeMessage({ request: 1 });
  expect(noMessagesText(makeSequence([makeMessage()]))).toBeNull();
  expect(noMessagesText(makeSequence([other]))).toBe('N1 sent nothing for this request.');
  expect(noMessagesText(makeSequence([other], { node: null }))).toBe(
    'No node received this request, so nothing was sent.',
  );
  expect([0, 1, 1_200].map((left) => omittedMessagesText(makeSequence([], { omittedCount: left })))).toEqual([
    '',
    '1 more message of other requests fell in this interval; the nearest are shown.',
    '1,200 more messages of other requests fell in this interval; the nearest are shown.',
  ]);
});
