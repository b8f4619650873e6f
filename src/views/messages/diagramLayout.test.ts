import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence, SequenceMessage } from '../../sim/index.ts';
import { diagramLayout, messageAt, type TextLabel, type DiagramLayout, type PlacedMessage } from './diagramLayout.ts';
import { makeMessage, RACE, makeSequence, explainSequence, makeKeyAccess } from './testing.ts';
import { maxGapOf } from './timeline.ts';

const WIDTH = 720;

const own = (layout: DiagramLayout): readonly PlacedMessage[] => layout.messages.filter((placed) => placed.own);
const runAt = ({ outbound }: PlacedMessage): number => outbound.to.x;
const across = ({ outbound }: PlacedMessage): number => outbound.to.x - outbound.from.x;
const back = ({ reply }: PlacedMessage): number => (reply === null ? NaN : reply.to.x - reply.from.x);

/** A request's messages in sequence: outbound, reply, pause in between. Microseconds. */
type MessageTiming = readonly [there: number, back: number, pause: number];

function messageChain(request: number, node: number, from: number, hops: readonly MessageTiming[]): SequenceMessage[] {
  let sent = from;
  return hops.map(([there, home, pause], command) => {
    const ran = sent + there;
    const made = makeMessage({
      request,
      node,
      command,
      sentAt: sent,
      executedAt: ran,
      endedAt: ran + home,
      replyAt: ran + home,
    });
    sent = ran + home + pause;
    return made;
  });
}

/** As the engine returns them: in sending order, numbered in execution order. */
function interleave(...chains: readonly (readonly SequenceMessage[])[]): SequenceMessage[] {
  const all = chains.flat();
  const ran = all.toSorted(
    (a, b) => (a.executedAt ?? 0) - (b.executedAt ?? 0) || a.command - b.command || a.request - b.request,
  );
  return all
    .map((one) => ({ ...one, executionOrder: ran.indexOf(one) + 1 }))
    .sort((a, b) => a.sentAt - b.sentAt || a.request - b.request || a.command - b.command);
}

/** Both nodes read at 1 s, get the reply in 2 ms, and then write. */
const TWO: readonly MessageTiming[] = [
  [1_000, 1_000, 0],
  [1_000, 1_000, 0],
];
const race = (): Sequence => makeSequence(interleave(messageChain(0, 0, 1e6, TWO), messageChain(1, 1, 1e6, TWO)));

describe('lines', () => {
  it('are the client, the participating nodes and the store, from the top', () => {
    const { lifelines } = diagramLayout(
      makeSequence(interleave(messageChain(0, 4, 1e6, TWO), messageChain(1, 1, 1e6, TWO)), { node: 4 }),
      WIDTH,
    );
    expect(lifelines.map(({ name }) => name)).toEqual(['Client', 'N2', 'N5', 'Store']);
    const heights = lifelines.map(({ y }) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  it('fit into the drawer for two to five nodes', () => {
    const heights = [2, 3, 4, 5].map(
      (nodes) =>
        diagramLayout(
          makeSequence(interleave(...Array.from({ length: nodes }, (_, node) => messageChain(node, node, 1e6, TWO)))),
          WIDTH,
        ).height,
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(222);
    expect(heights[0]).toBeLessThanOrEqual(150);
  });
});

describe('time', () => {
  it('gives equal latencies equal widths, and fills the width', () => {
    const layout = diagramLayout(makeSequence(messageChain(0, 0, 1e6, TWO)), WIDTH);
    const [first, second] = own(layout) as [PlacedMessage, PlacedMessage];
    const ways = [across(first), back(first), across(second), back(second)];
    for (const way of ways) expect(way).toBeCloseTo(ways[0] as number, 3);
    expect(layout.width).toBe(WIDTH);
    expect(layout.clientWait.to.x).toBeGreaterThan(WIDTH - 100);
    expect(layout.ticks.map(({ text }) => text)).toEqual(['1.000 s', '+1 ms', '+2 ms', '+3 ms', '+4 ms']);
    expect(layout.timeBreaks).toEqual([]);
  });

  it('places commands executed at one instant side by side, in execution order', () => {
    const { messages } = diagramLayout(race(), WIDTH);
    const ran = messages.toSorted((a, b) => a.message.executionOrder - b.message.executionOrder).map(runAt);
    const apart = ran.slice(1).map((x, index) => x - (ran[index] as number));
    expect(apart).toHaveLength(3);
    expect(Math.min(...apart)).toBeGreaterThan(14);
  });

  it('shortens an idle interval that is much longer than the rest, and marks it', () => {
    const slow = makeSequence(
      interleave(
        messageChain(0, 0, 1e6, [
          [1_000, 1_000, 98_000],
          [1_000, 1_000, 0],
        ]),
      ),
    );
    const layout = diagramLayout(slow, WIDTH);
    const [first, second] = own(layout) as [PlacedMessage, PlacedMessage];
    expect(layout.timeBreaks).toHaveLength(1);
    expect(layout.timeBreaks[0]).toBeGreaterThan(first.reply?.to.x ?? 0);
    expect(layout.timeBreaks[0]).toBeLessThan(second.outbound.from.x);
    expect(across(first)).toBeGreaterThan(60);
  });

  it('shortens nothing else', () => {
    expect(maxGapOf([])).toBe(Infinity);
    expect(maxGapOf([97_000])).toBe(Infinity);
    expect(maxGapOf([1, 1, 1, 1])).toBe(Infinity);
    expect(maxGapOf([5, 1, 1])).toBe(Infinity);
    expect(maxGapOf([1, 1, 97, 1, 1])).toBeCloseTo(6, 9);
    expect(maxGapOf([1, 97, 1, 97, 1, 97, 1])).toBeCloseTo(2, 9);
    expect(maxGapOf([500, 1_000, 1_000, 1_000, 1_000])).toBe(Infinity);
  });

  it('without durations keeps the order', () => {
    const at: readonly MessageTiming[] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const layout = diagramLayout(
      makeSequence(interleave(messageChain(0, 0, 1e6, at), messageChain(1, 1, 1e6, at))),
      WIDTH,
    );
    for (const placed of layout.messages) {
      expect(across(placed)).toBeGreaterThan(10);
      expect(back(placed)).toBeGreaterThan(10);
    }
    const [read, write] = own(layout) as [PlacedMessage, PlacedMessage];
    expect(write.outbound.from.x).toBeGreaterThanOrEqual(read.reply?.to.x ?? Infinity);
    expect(layout.clientWait.to.x).toBe(write.reply?.to.x);
  });

  it('before the request is shown at the edge, however long ago', () => {
    const early = messageChain(1, 1, 0, [[1_001_000, 1_000, 0]]);
    const layout = diagramLayout(makeSequence(interleave(early, messageChain(0, 0, 1e6, TWO))), WIDTH);
    const other = layout.messages.find((placed) => !placed.own) as PlacedMessage;
    expect(other.outbound.from.x).toBeLessThan(layout.clientWait.from.x);
    expect(layout.clientWait.from.x).toBeLessThan(WIDTH / 4);
    expect(layout.timeBreaks).toHaveLength(1);
  });

  it('keeps its scale while a message is dragged', () => {
    const before = diagramLayout(race(), WIDTH);
    const later = makeSequence(interleave(messageChain(0, 0, 1e6, [[5_000, 1_000, 0]]), messageChain(1, 1, 1e6, TWO)));
    const during = diagramLayout(later, WIDTH, before.scale);
    expect(during.scale).toBe(before.scale);
    const moved = own(during)[0] as PlacedMessage;
    // Four milliseconds further right, exact to the pixel.
    expect(across(moved)).toBeGreaterThan(5_000 * before.scale.pxPerMicro - 1);
    expect(during.width).toBeGreaterThan(WIDTH);
    expect(diagramLayout(later, WIDTH).width).toBe(WIDTH);
  });
});

describe('what does not arrive', () => {
  const one = (more: Partial<SequenceMessage>): PlacedMessage =>
    diagramLayout(makeSequence([makeMessage(more)], { to: 1_100_000 }), WIDTH).messages[0] as PlacedMessage;

  it('ends halfway, and its node gives up', () => {
    const lost = one({ executedAt: null, endedAt: 1_100_000, replyAt: null, lost: true, keyAccesses: [] });
    expect([lost.arrives, lost.reply, lost.failureLabel?.text]).toEqual([false, null, 'lost']);
    expect(lost.gaveUpAt?.x).toBeGreaterThan(lost.outbound.to.x);
  });

  it('may be a reply', () => {
    const late = one({ executedAt: 1_070_000, endedAt: 1_100_000, replyAt: 1_140_000 });
    expect([late.arrives, late.replyArrives, late.failureLabel?.text]).toEqual([true, false, 'too late']);
    expect(late.reply?.to.x).toBeLessThan(late.gaveUpAt?.x ?? 0);
    expect(one({ endedAt: 1_100_000, replyAt: null }).failureLabel?.text).toBe('lost');
  });

  it('extends to the edge if it is still in transit', () => {
    const under = one({ executedAt: null, endedAt: null, replyAt: null, keyAccesses: [] });
    expect([under.arrives, under.failureLabel, under.gaveUpAt]).toEqual([false, null, null]);
  });
});

describe('labels in the diagram', () => {
  const wrote = { name: 'INCR', keyAccesses: [makeKeyAccess({ writes: true, after: '10' })] } as const;

  it('are the command at its node, and the value at the store', () => {
    const layout = diagramLayout(
      makeSequence([makeMessage(), makeMessage({ command: 1, sentAt: 1_002_000, executionOrder: 2, ...wrote })]),
      WIDTH,
    );
    expect(layout.messages.map(({ name, value }) => [name?.text, value?.text])).toEqual([
      ['GET', '9'],
      ['INCR', '9 → 10'],
    ]);
  });

  it('give the manual delay, in short form if there is less room', () => {
    const moved = (by: number, ...others: SequenceMessage[]): string | undefined =>
      diagramLayout(makeSequence([makeMessage({ manualDelay: by }), ...others]), WIDTH).messages[0]?.name?.text;
    expect(moved(4_000)).toBe('GET, moved by 4 ms');
    expect(moved(0)).toBe('GET');
    const next = makeMessage({
      request: 1,
      sentAt: 1_000_300,
      executedAt: 1_001_300,
      executionOrder: 2,
      endedAt: 1_002_300,
    });
    expect(moved(4_000, next)).toBe('GET +4 ms');
  });

  it('truncate a long value after a whole part, and show the new one', () => {
    const text = (before: string, after: string): string | undefined =>
      diagramLayout(
        makeSequence([makeMessage({ keyAccesses: [makeKeyAccess({ writes: true, before, after })] })]),
        WIDTH,
      ).messages[0]?.value?.text;
    expect(text('tokens 2,000,000, time 500,000', 'tokens 1,500,000, time 1,000,000')).toBe('→ tokens 1,500,000, …');
    expect(text('–', 'x'.repeat(40))).toMatch(/^→ x+…$/);
  });

  it('of racing commands have priority over others', () => {
    const crossed = explainSequence(RACE, 4);
    const layout = diagramLayout(crossed, WIDTH);
    const other = layout.messages.find(
      (placed) => !placed.own && placed.message.command === crossed.race?.write.command,
    ) as PlacedMessage;
    expect(other.value?.text).toBe('3 → 4');
    expect([layout.race?.from.x, layout.race?.to.x]).toEqual([runAt(own(layout)[0] as PlacedMessage), runAt(other)]);
  });

  it('of racing commands are shown even among many messages', () => {
    const long = makeKeyAccess({ before: '–', after: 'x'.repeat(20), writes: true });
    const crowd = Array.from({ length: 20 }, (_, index) =>
      messageChain(index + 1, 1, 1e6 + 1_500, [[index, 1_000, 0]]),
    );
    const messages: readonly SequenceMessage[] = interleave(messageChain(0, 0, 1e6, TWO), ...crowd).map((one) => ({
      ...one,
      keyAccesses: [long],
    }));
    const byRequest = (wanted: number) => messages.find(({ request }) => request === wanted) as SequenceMessage;
    const [read, write] = [byRequest(0), byRequest(12)];
    const valuesIn = (of: Sequence): readonly (string | undefined)[] =>
      diagramLayout(of, WIDTH).messages.map(({ value }) => value?.text);
    const place = messages.findIndex(({ request }) => request === 12);
    const whole = `→ ${'x'.repeat(20)}`;
    expect(valuesIn(makeSequence(messages))[place]).not.toBe(whole);
    const raced = { read, write, wroteFirst: false, isSoleCause: true, hasOthers: false };
    expect(valuesIn(makeSequence(messages, { race: raced }))[place]).toBe(whole);
  });
});

describe('a pointer', () => {
  it('hits the nearest arrow, preferring the request’s own', () => {
    const layout = diagramLayout(race(), WIDTH);
    const [mine] = own(layout) as [PlacedMessage];
    const { from, to } = mine.outbound;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    expect(messageAt(layout, middle, 8)).toBe(mine);
    expect(messageAt(layout, { x: middle.x, y: -40 }, 8)).toBeNull();
    const other = layout.messages.find((placed) => !placed.own) as PlacedMessage;
    expect(messageAt(layout, other.outbound.from, 8)).toBe(other);
    const over = { messages: [other, { ...mine, outbound: other.outbound }] };
    expect(messageAt(over, other.outbound.from, 8)?.own).toBe(true);
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
    const mine = messageChain(0, 0, 1e6, hops);
    const end = mine.at(-1)?.endedAt ?? 0;
    const held = (one: SequenceMessage): SequenceMessage => ({
      ...one,
      keyAccesses: [makeKeyAccess({ writes: true, after: 'x'.repeat(1 + (one.sentAt % 12)) })],
    });
    const theirs = others.map(({ node, from, hops: each }, index) =>
      messageChain(index + 1, node % nodes, 1e6 + from, each).filter(
        ({ executedAt }) => (executedAt ?? 0) >= 1e6 && (executedAt ?? 0) <= end,
      ),
    );
    return { of: makeSequence(interleave(mine, ...theirs).map(held)), width };
  });

function boxOf(label: TextLabel): readonly [from: number, to: number] {
  // Approximately the narrowest font.
  return [label.x, label.x + label.text.length * 6];
}

describe('any sequence', () => {
  it('is drawn in order, from left to right, within its width, and without overlapping labels', () => {
    fc.assert(
      fc.property(sequences, ({ of, width }) => {
        const layout = diagramLayout(of, width);
        expect(layout.width).toBeGreaterThanOrEqual(width);
        const ran = layout.messages
          .filter(({ arrives }) => arrives)
          .sort((a, b) => a.message.executionOrder - b.message.executionOrder)
          .map(runAt);
        ran.forEach(
          (x, index) => index > 0 && expect(x - (ran[index - 1] as number)).toBeGreaterThanOrEqual(14 - 1e-6),
        );
        for (const placed of layout.messages) {
          expect(across(placed)).toBeGreaterThan(0);
          if (placed.reply !== null) expect(back(placed)).toBeGreaterThan(0);
          for (const { x } of [placed.outbound.from, placed.outbound.to, placed.reply?.to ?? placed.outbound.to]) {
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
        next.forEach(({ outbound }, index) => {
          const before = next[index - 1]?.reply?.to.x;
          if (before !== undefined) expect(outbound.from.x).toBeGreaterThanOrEqual(before - 1e-6);
        });
      }),
      { numRuns: 150 },
    );
  });
});

it('draws what another request sent and gave up before this one came, and the store executed meanwhile', () => {
  const sequence = explainSequence(
    {
      policy: { n: 3, T: 10 },
      duration: 1,
      cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0.05 } },
      traffic: [{ kind: 'times', at: [0, 0.03] }],
      lanes: [{ limiter: 'redis-incr', options: { variant: 'lua', timeout: 0.02 } }],
    },
    1,
  );
  const { messages, width } = diagramLayout(sequence, WIDTH);
  const given = messages.find(({ own: isOwn }) => !isOwn);
  expect(given?.message).toMatchObject({ sentAt: 0, endedAt: 20_000, executedAt: 50_000 });
  expect(runAt(given as PlacedMessage)).toBeGreaterThan((given as PlacedMessage).outbound.from.x);
  expect(runAt(given as PlacedMessage)).toBeLessThanOrEqual(width);
});
