import { describe, expect, it } from 'vitest';
import type { SequenceMessage } from '../../sim/index.ts';
import { message, RACE, sequence, sequenceOf, touched } from './testing.ts';
import {
  crossingWords,
  endWords,
  leftWords,
  lengthWords,
  messageWords,
  movedWords,
  silenceWords,
  sinceWords,
  storeName,
  valueWords,
} from './words.ts';

const LOST = { ran: null, order: 0, back: null, lost: true, reply: '', touched: [] } as const;
const WRITE = {
  name: 'INCR',
  text: 'INCR k',
  reply: '10',
  touched: [touched({ writes: true, after: '10' })],
} as const;

describe('a message in words', () => {
  const told: readonly (readonly [Partial<SequenceMessage>, string])[] = [
    [{}, 'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9'],
    [WRITE, 'N1 sends INCR k at 1.000 s; the store answers 10 at 1.001 s: writes k 9 → 10'],
    [
      { request: 4, node: 2, over: null },
      'N3 sends GET k for request 5 at 1.000 s; the store answers 9 at 1.001 s: reads k 9',
    ],
    [
      { moved: 4_000, ran: 1_005_000, over: 1_006_000, back: 1_006_000 },
      'N1 sends GET k at 1.000 s, moved by 4 ms; the store answers 9 at 1.005 s: reads k 9',
    ],
    [
      { reply: 'nil', touched: [touched({ before: '–', after: '–' })] },
      'N1 sends GET k at 1.000 s; the store answers nil at 1.001 s: finds no k',
    ],
    [
      { touched: [touched({ writes: true, after: '–' })] },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: removes k 9',
    ],
    // An expiry leaves the value as it is.
    [
      { touched: [touched({ writes: true }), touched({ key: 'm', before: '1', after: '1' })] },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: writes k 9, reads m 1',
    ],
    [
      { name: 'EXEC', text: 'MULTI\nINCR k\nPEXPIRE k 100\nEXEC', reply: '[1, 1]', touched: [] },
      'N1 sends MULTI, INCR k, PEXPIRE k 100, EXEC at 1.000 s; the store answers [1, 1] at 1.001 s',
    ],
    [{ ...LOST, over: 1_100_000 }, 'N1 sends GET k at 1.000 s; it is lost, and N1 gives up at 1.100 s'],
    [
      { ...LOST, lost: false, over: 1_100_000 },
      'N1 sends GET k at 1.000 s; N1 gives up at 1.100 s, before it has come to the store',
    ],
    [{ ...LOST, request: 1, over: null }, 'N1 sends GET k for request 2 at 1.000 s; it is lost'],
    [{ ...LOST, request: 1, lost: false, over: null }, 'N1 sends GET k for request 2 at 1.000 s; it is on its way'],
    [
      { ran: 1_070_000, over: 1_100_000, back: 1_140_000, lost: true },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.070 s: reads k 9; ' +
        'the answer comes at 1.140 s, too late: N1 gives up at 1.100 s',
    ],
    [
      { over: 1_100_000, back: null, lost: true },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9; the answer is lost, and N1 gives up at 1.100 s',
    ],
    [
      { ...WRITE, ran: 1_120_000, over: 1_100_000, back: 1_121_000 },
      'N1 sends INCR k at 1.000 s; N1 gives up at 1.100 s, and the store runs it all the same at 1.120 s: writes k 9 → 10',
    ],
    [
      { over: null },
      'N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9; N1 dies before an answer comes',
    ],
  ];
  it.each(told)('%o', (one, words) => {
    expect(messageWords(message(one), sequence([message(one)]))).toBe(words);
  });

  it('names a server and the memory of threads', () => {
    const asked = message({ name: 'ASK', text: 'ASK k 1', reply: '[1, 0]', touched: [] });
    expect(messageWords(asked, sequence([asked]))).toBe(
      'N1 sends ASK k 1 at 1.000 s; the server answers [1, 0] at 1.001 s',
    );
    expect([asked, message({ name: 'READ' }), message()].map((one) => storeName(sequence([one])))).toEqual([
      'Server',
      'Memory',
      'Store',
    ]);
    expect(storeName(sequence([]))).toBe('Store');
  });

  it('has an end where it was not answered in time', () => {
    expect(
      [
        {},
        { ...LOST, over: null },
        { ...LOST, lost: false, over: 1_100_000 },
        { over: 1_100_000, back: 1_140_000 },
        { over: 1_100_000, back: null },
        { over: null },
      ].map((one) => endWords(message(one))),
    ).toEqual([null, 'lost', 'given up', 'too late', 'lost', null]);
  });
});

it('a slow store answers too late, and one that is away never', () => {
  const store = (fault: object) =>
    sequenceOf({ ...RACE, cluster: { nodes: 2, faults: [{ at: 0.9, until: 3, ...fault }] } }, 3).messages.filter(
      ({ request }) => request === 3,
    );
  const [slow] = store({ kind: 'store-slow', factor: 70 });
  expect(slow).toMatchObject({ ran: 1_070_000, over: 1_100_000, back: 1_140_000 });
  expect(endWords(slow as SequenceMessage)).toBe('too late');
  expect(store({ kind: 'store-down' }).map(endWords)).toEqual(['lost']);
  expect(store({ kind: 'link-down', node: 0 }).map(endWords)).toEqual([null, null]);
  expect(store({ kind: 'link-down', node: 1 }).map(endWords)).toEqual(['lost']);
});

describe('what crossed', () => {
  const write = message({
    request: 1,
    node: 1,
    order: 2,
    touched: ['z', 'm'].map((key) => touched({ key, writes: true, after: '10' })),
  });
  const read = message({ touched: [touched({ key: 'a' }), touched({ key: 'm' })] });

  it('is told with the key that both named, and the node that wrote', () => {
    expect(crossingWords({ read, write, alone: true })).toBe(
      'N2 wrote the key m between N1’s read and N1’s write: without that, this request would have been denied.',
    );
    expect(crossingWords({ read, write: { ...write, node: 0 }, alone: true })).toBe(
      'N1 wrote the key m for request 2 between its read and its write for this one: ' +
        'without that, this request would have been denied.',
    );
    expect(crossingWords({ read, write, alone: false })).toBe(
      'N2 wrote the key m between N1’s read and N1’s write, and it was not the only one: the atomic version denies this request.',
    );
  });

  it('is found in a run', () => {
    const { crossing } = sequenceOf(RACE, 4);
    expect(crossing === null ? '' : crossingWords(crossing)).toMatch(/^N2 wrote the key a between N1’s read/);
  });
});

it('lengths are short, and exact', () => {
  expect([0, 1, 200, 1_000, 1_250, 999_999, 1_000_000, 2_500_001].map(lengthWords)).toEqual([
    '0 ms',
    '1 µs',
    '200 µs',
    '1 ms',
    '1.25 ms',
    '999.999 ms',
    '1 s',
    '2.500001 s',
  ]);
  expect(movedWords({ moved: 4_000 })).toBe('moved by 4 ms');
  const of = sequence([]);
  expect([0, 1_500, -200].map((since) => sinceWords(message({ sent: of.from + since }), of))).toEqual([
    '+0 ms',
    '+1.5 ms',
    '−200 µs',
  ]);
});

it('values are what a key held, and what it became', () => {
  const value = (...all: ReturnType<typeof touched>[]): string => valueWords({ touched: all });
  expect(value(touched())).toBe('9');
  expect(value(touched({ writes: true, after: '10' }))).toBe('9 → 10');
  expect(value(touched({ writes: true }), touched({ before: '–', after: '1' }))).toBe('9; – → 1');
});

it('says what is not there', () => {
  const other = message({ request: 1 });
  expect(silenceWords(sequence([message()]))).toBeNull();
  expect(silenceWords(sequence([other]))).toBe('N1 sent nothing for this request.');
  expect(silenceWords(sequence([other], { node: null }))).toBe('No node took this request: nothing was sent.');
  expect([0, 1, 1_200].map((left) => leftWords(sequence([], { left })))).toEqual([
    '',
    '1 more message of other requests came in between; these are the nearest.',
    '1,200 more messages of other requests came in between; these are the nearest.',
  ]);
});
