import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence, SequenceMessage } from '../../sim/index.ts';
import { layoutOf, messageAt, type Label, type Layout, type PlacedMessage } from './layout.ts';
import { message, RACE, sequence, sequenceOf, touched } from './testing.ts';
import { longestOf } from './timeline.ts';

const WIDTH = 720;

const own = (layout: Layout): readonly PlacedMessage[] => layout.messages.filter((placed) => placed.own);
const runAt = ({ way }: PlacedMessage): number => way.to.x;
const across = ({ way }: PlacedMessage): number => way.to.x - way.from.x;
const back = ({ answer }: PlacedMessage): number => (answer === null ? NaN : answer.to.x - answer.from.x);

/** A request's messages one after the other: there, back, and what lies between. Microseconds. */
type Hop = readonly [there: number, back: number, pause: number];

function chain(request: number, node: number, from: number, hops: readonly Hop[]): SequenceMessage[] {
  let sent = from;
  return hops.map(([there, home, pause], command) => {
    const ran = sent + there;
    const made = message({ request, node, command, sent, ran, over: ran + home, back: ran + home });
    sent = ran + home + pause;
    return made;
  });
}

/** As an engine hands them over: in the order of sending, numbered in that of running. */
function together(...chains: readonly (readonly SequenceMessage[])[]): SequenceMessage[] {
  const all = chains.flat();
  const ran = all.toSorted((a, b) => (a.ran ?? 0) - (b.ran ?? 0) || a.command - b.command || a.request - b.request);
  return all
    .map((one) => ({ ...one, order: ran.indexOf(one) + 1 }))
    .sort((a, b) => a.sent - b.sent || a.request - b.request || a.command - b.command);
}

/** Both nodes read at 1 s, answered in 2 ms, and write then. */
const TWO: readonly Hop[] = [
  [1_000, 1_000, 0],
  [1_000, 1_000, 0],
];
const race = (): Sequence => sequence(together(chain(0, 0, 1e6, TWO), chain(1, 1, 1e6, TWO)));

describe('lines', () => {
  it('are the client, the nodes that take part, and the store, from above', () => {
    const { lifelines } = layoutOf(
      sequence(together(chain(0, 4, 1e6, TWO), chain(1, 1, 1e6, TWO)), { node: 4 }),
      WIDTH,
    );
    expect(lifelines.map(({ name }) => name)).toEqual(['Client', 'N2', 'N5', 'Store']);
    const heights = lifelines.map(({ y }) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  it('fit into the drawer for two to five nodes', () => {
    const heights = [2, 3, 4, 5].map(
      (nodes) =>
        layoutOf(sequence(together(...Array.from({ length: nodes }, (_, node) => chain(node, node, 1e6, TWO)))), WIDTH)
          .height,
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(222);
    expect(heights[0]).toBeLessThanOrEqual(150);
  });
});

describe('time', () => {
  it('gives equal latencies equal widths, and all the width there is', () => {
    const layout = layoutOf(sequence(chain(0, 0, 1e6, TWO)), WIDTH);
    const [first, second] = own(layout) as [PlacedMessage, PlacedMessage];
    const ways = [across(first), back(first), across(second), back(second)];
    for (const way of ways) expect(way).toBeCloseTo(ways[0] as number, 3);
    expect(layout.width).toBe(WIDTH);
    expect(layout.waits.to.x).toBeGreaterThan(WIDTH - 100);
    expect(layout.ticks.map(({ text }) => text)).toEqual(['1.000 s', '+1 ms', '+2 ms', '+3 ms', '+4 ms']);
    expect(layout.cuts).toEqual([]);
  });

  it('puts what the store ran at one instant side by side, in its order', () => {
    const { messages } = layoutOf(race(), WIDTH);
    const ran = messages.toSorted((a, b) => a.message.order - b.message.order).map(runAt);
    const apart = ran.slice(1).map((x, index) => x - (ran[index] as number));
    expect(apart).toHaveLength(3);
    expect(Math.min(...apart)).toBeGreaterThan(14);
  });

  it('cuts a silence that is much longer than the rest, and says where', () => {
    const slow = sequence(
      together(
        chain(0, 0, 1e6, [
          [1_000, 1_000, 98_000],
          [1_000, 1_000, 0],
        ]),
      ),
    );
    const layout = layoutOf(slow, WIDTH);
    const [first, second] = own(layout) as [PlacedMessage, PlacedMessage];
    expect(layout.cuts).toHaveLength(1);
    expect(layout.cuts[0]).toBeGreaterThan(first.answer?.to.x ?? 0);
    expect(layout.cuts[0]).toBeLessThan(second.way.from.x);
    expect(across(first)).toBeGreaterThan(60);
  });

  it('cuts no more than is much longer', () => {
    expect(longestOf([])).toBe(Infinity);
    expect(longestOf([97_000])).toBe(Infinity);
    expect(longestOf([1, 1, 1, 1])).toBe(Infinity);
    expect(longestOf([5, 1, 1])).toBe(Infinity);
    expect(longestOf([1, 1, 97, 1, 1])).toBeCloseTo(6, 9);
    expect(longestOf([1, 97, 1, 97, 1, 97, 1])).toBeCloseTo(2, 9);
    expect(longestOf([500, 1_000, 1_000, 1_000, 1_000])).toBe(Infinity);
  });

  it('that nothing takes leaves each in its order', () => {
    const at: readonly Hop[] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const layout = layoutOf(sequence(together(chain(0, 0, 1e6, at), chain(1, 1, 1e6, at))), WIDTH);
    for (const placed of layout.messages) {
      expect(across(placed)).toBeGreaterThan(10);
      expect(back(placed)).toBeGreaterThan(10);
    }
    const [read, write] = own(layout) as [PlacedMessage, PlacedMessage];
    expect(write.way.from.x).toBeGreaterThanOrEqual(read.answer?.to.x ?? Infinity);
    expect(layout.waits.to.x).toBe(write.answer?.to.x);
  });

  it('before the request is a place at the edge, however long ago', () => {
    const early = chain(1, 1, 0, [[1_001_000, 1_000, 0]]);
    const layout = layoutOf(sequence(together(early, chain(0, 0, 1e6, TWO))), WIDTH);
    const other = layout.messages.find((placed) => !placed.own) as PlacedMessage;
    expect(other.way.from.x).toBeLessThan(layout.waits.from.x);
    expect(layout.waits.from.x).toBeLessThan(WIDTH / 4);
    expect(layout.cuts).toHaveLength(1);
  });

  it('stays as it is while a message is in hand', () => {
    const before = layoutOf(race(), WIDTH);
    const later = sequence(together(chain(0, 0, 1e6, [[5_000, 1_000, 0]]), chain(1, 1, 1e6, TWO)));
    const during = layoutOf(later, WIDTH, before.scale);
    expect(during.scale).toBe(before.scale);
    const moved = own(during)[0] as PlacedMessage;
    // Four milliseconds further right, to the pixel where nothing is in the way.
    expect(across(moved)).toBeGreaterThan(5_000 * before.scale.perMicro - 1);
    expect(during.width).toBeGreaterThan(WIDTH);
    expect(layoutOf(later, WIDTH).width).toBe(WIDTH);
  });
});

describe('what does not arrive', () => {
  const one = (more: Partial<SequenceMessage>): PlacedMessage =>
    layoutOf(sequence([message(more)], { to: 1_100_000 }), WIDTH).messages[0] as PlacedMessage;

  it('ends on its way, and its node gives up', () => {
    const lost = one({ ran: null, over: 1_100_000, back: null, lost: true, touched: [] });
    expect([lost.arrives, lost.answer, lost.ends?.text]).toEqual([false, null, 'lost']);
    expect(lost.gaveUp?.x).toBeGreaterThan(lost.way.to.x);
  });

  it('may be an answer', () => {
    const late = one({ ran: 1_070_000, over: 1_100_000, back: 1_140_000, lost: true });
    expect([late.arrives, late.answered, late.ends?.text]).toEqual([true, false, 'too late']);
    expect(late.answer?.to.x).toBeLessThan(late.gaveUp?.x ?? 0);
    expect(one({ over: 1_100_000, back: null, lost: true }).ends?.text).toBe('lost');
  });

  it('goes on to the edge where it is still under way', () => {
    const under = one({ ran: null, over: null, back: null, touched: [] });
    expect([under.arrives, under.ends, under.gaveUp]).toEqual([false, null, null]);
  });
});

describe('words in the picture', () => {
  const wrote = { name: 'INCR', touched: [touched({ writes: true, after: '10' })] } as const;

  it('are the command at its node, and the value at the store', () => {
    const layout = layoutOf(sequence([message(), message({ command: 1, sent: 1_002_000, order: 2, ...wrote })]), WIDTH);
    expect(layout.messages.map(({ name, value }) => [name?.text, value?.text])).toEqual([
      ['GET', '9'],
      ['INCR', '9 → 10'],
    ]);
  });

  it('say how much later one was made by hand, shorter where there is less room', () => {
    const moved = (by: number, ...others: SequenceMessage[]): string | undefined =>
      layoutOf(sequence([message({ moved: by }), ...others]), WIDTH).messages[0]?.name?.text;
    expect(moved(4_000)).toBe('GET, moved by 4 ms');
    expect(moved(0)).toBe('GET');
    const next = message({ request: 1, sent: 1_000_300, ran: 1_001_300, order: 2, over: 1_002_300 });
    expect(moved(4_000, next)).toBe('GET +4 ms');
  });

  it('cut a long value after a whole part, and show the new one', () => {
    const text = (before: string, after: string): string | undefined =>
      layoutOf(sequence([message({ touched: [touched({ writes: true, before, after })] })]), WIDTH).messages[0]?.value
        ?.text;
    expect(text('tokens 2,000,000, time 500,000', 'tokens 1,500,000, time 1,000,000')).toBe('→ tokens 1,500,000, …');
    expect(text('–', 'x'.repeat(40))).toMatch(/^→ x+…$/);
  });

  it('of what crossed come before those of others', () => {
    const crossed = sequenceOf(RACE, 4);
    const layout = layoutOf(crossed, WIDTH);
    const other = layout.messages.find(
      (placed) => !placed.own && placed.message.command === crossed.crossing?.write.command,
    ) as PlacedMessage;
    expect(other.value?.text).toBe('3 → 4');
    expect([layout.crossing?.from.x, layout.crossing?.to.x]).toEqual([
      runAt(own(layout)[0] as PlacedMessage),
      runAt(other),
    ]);
  });

  it('of what crossed are there in a crowd too', () => {
    const long = touched({ before: '–', after: 'x'.repeat(20), writes: true });
    const crowd = Array.from({ length: 20 }, (_, index) => chain(index + 1, 1, 1e6 + 1_500, [[index, 1_000, 0]]));
    const messages: readonly SequenceMessage[] = together(chain(0, 0, 1e6, TWO), ...crowd).map((one) => ({
      ...one,
      touched: [long],
    }));
    const byRequest = (wanted: number) => messages.find(({ request }) => request === wanted) as SequenceMessage;
    const [read, write] = [byRequest(0), byRequest(12)];
    const valuesIn = (of: Sequence): readonly (string | undefined)[] =>
      layoutOf(of, WIDTH).messages.map(({ value }) => value?.text);
    const place = messages.findIndex(({ request }) => request === 12);
    const whole = `→ ${'x'.repeat(20)}`;
    expect(valuesIn(sequence(messages))[place]).not.toBe(whole);
    expect(valuesIn(sequence(messages, { crossing: { read, write, alone: true } }))[place]).toBe(whole);
  });
});

describe('a pointer', () => {
  it('is at the way that is nearest, one of the request before others', () => {
    const layout = layoutOf(race(), WIDTH);
    const [mine] = own(layout) as [PlacedMessage];
    const { from, to } = mine.way;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    expect(messageAt(layout, middle, 8)).toBe(mine);
    expect(messageAt(layout, { x: middle.x, y: -40 }, 8)).toBeNull();
    const other = layout.messages.find((placed) => !placed.own) as PlacedMessage;
    expect(messageAt(layout, other.way.from, 8)).toBe(other);
    const over = { messages: [other, { ...mine, way: other.way }] };
    expect(messageAt(over, other.way.from, 8)?.own).toBe(true);
  });
});

const hop = fc.tuple(fc.nat(4_000), fc.nat(4_000), fc.constantFrom(0, 0, 5_000, 98_000));
const sequences = fc
  .record({
    nodes: fc.integer({ min: 2, max: 5 }),
    own: fc.array(hop, { minLength: 1, maxLength: 12 }),
    others: fc.array(
      fc.record({
        node: fc.nat(4),
        from: fc.integer({ min: -3_000, max: 20_000 }),
        hops: fc.array(hop, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 20 },
    ),
    width: fc.constantFrom(400, 536, 720, 1_000),
  })
  .map(({ nodes, own: hops, others, width }) => {
    const mine = chain(0, 0, 1e6, hops);
    const end = mine.at(-1)?.over ?? 0;
    const held = (one: SequenceMessage): SequenceMessage => ({
      ...one,
      touched: [touched({ writes: true, after: 'x'.repeat(1 + (one.sent % 12)) })],
    });
    const theirs = others.map(({ node, from, hops: each }, index) =>
      chain(index + 1, node % nodes, 1e6 + from, each).filter(({ ran }) => (ran ?? 0) >= 1e6 && (ran ?? 0) <= end),
    );
    return { of: sequence(together(mine, ...theirs).map(held)), width };
  });

function boxOf(label: Label): readonly [from: number, to: number] {
  // About the narrowest that a font has it.
  return [label.x, label.x + label.text.length * 6];
}

describe('any sequence', () => {
  it('is drawn in order, from left to right, within its width, and no word lies on another', () => {
    fc.assert(
      fc.property(sequences, ({ of, width }) => {
        const layout = layoutOf(of, width);
        expect(layout.width).toBeGreaterThanOrEqual(width);
        const ran = layout.messages
          .filter(({ arrives }) => arrives)
          .sort((a, b) => a.message.order - b.message.order)
          .map(runAt);
        ran.forEach(
          (x, index) => index > 0 && expect(x - (ran[index - 1] as number)).toBeGreaterThanOrEqual(14 - 1e-6),
        );
        for (const placed of layout.messages) {
          expect(across(placed)).toBeGreaterThan(0);
          if (placed.answer !== null) expect(back(placed)).toBeGreaterThan(0);
          for (const { x } of [placed.way.from, placed.way.to, placed.answer?.to ?? placed.way.to]) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x).toBeLessThanOrEqual(layout.width);
          }
          if (placed.own) expect(placed.name?.text).toBe(placed.message.name);
        }
        const rows = new Map<number, (readonly [number, number])[]>();
        for (const { name, value } of layout.messages)
          for (const label of [name, value])
            if (label !== null) rows.set(label.y, [...(rows.get(label.y) ?? []), boxOf(label)]);
        for (const boxes of rows.values()) {
          boxes.sort((a, b) => a[0] - b[0]);
          boxes.forEach(([from], index) => index > 0 && expect(from).toBeGreaterThan(boxes[index - 1]?.[1] ?? 0));
        }
        const next = own(layout);
        next.forEach(({ way }, index) => {
          const before = next[index - 1]?.answer?.to.x;
          if (before !== undefined) expect(way.from.x).toBeGreaterThanOrEqual(before - 1e-6);
        });
      }),
      { numRuns: 150 },
    );
  });
});
