/**
 * Horizontal positions of messages. Time runs to the right at one scale, with two exceptions: an idle interval that is
 * much longer than the rest is shortened, and events that would overlap are placed side by side, in the order in which
 * the store ran them. Equal latencies therefore look equal wherever there is room.
 */
import type { Duration, Instant, Sequence, SequenceMessage } from '../../sim/index.ts';

/**
 * The mapping from microseconds to pixels that is kept during a drag, so that the diagram does not move under the
 * pointer.
 */
export interface TimeScale {
  readonly pxPerMicro: number;
  /** Longer idle intervals are shortened to this. */
  readonly maxGap: Duration;
  /** Minimum distance of two messages at the store. */
  readonly minSpacing: number;
}

/** x at which a message leaves its node, is executed by the store, and is answered or given up; null if it never is. */
export interface MessageXs {
  readonly sent: number;
  readonly executed: number | null;
  readonly ended: number | null;
}

export interface Timeline {
  readonly scale: TimeScale;
  readonly messageXs: ReadonlyMap<SequenceMessage, MessageXs>;
  /** x of the request's arrival and of its answer. */
  readonly from: number;
  readonly to: number;
  /** x of each shortened idle interval. */
  readonly timeBreaks: readonly number[];
  /** The rightmost x. */
  readonly end: number;
}

/** Minimum share of the width that is proportional to time. */
const MIN_TIME_SHARE = 0.3;
/** Margin before the first instant. */
const MARGIN = 10;
/** Candidate minimum distances of two messages at the store, largest first; when space is short, the legible minimum. */
const SPACINGS = [48, 36, 26, 20, 14] as const;
const CROWDED_SPACING = 20;
/** The same when nothing takes any time and only distances fill the width. */
const TIMELESS_SPACINGS = [84, 64, ...SPACINGS] as const;
/** Minimum width of an arrow, so that it slopes. */
const MIN_ARROW_WIDTH = 20;
/** The same for an arrow that ends on its way, so that its label fits. */
const MIN_LOST_WIDTH = 44;
/** An interval is shortened only if it is this many times its shortened length, and this share of the whole. */
const MIN_BREAK_RATIO = 4;
const MIN_BREAK_SHARE = 0.12;
/** Shortened intervals together take at most this share of the width. */
const MAX_BREAKS_SHARE = 0.6;

/** @param wide minimum width of a message's name, so that the next one fits beside it */
export function buildTimeline(
  sequence: Sequence,
  width: number,
  nameWidth: (message: SequenceMessage) => number,
  dragScale: TimeScale | null,
): Timeline {
  const steps = stepsOf(sequence);
  const gaps = steps.map(({ at }, index) => (index === 0 ? 0 : at - (steps[index - 1] as TimelineStep).at));
  const longest = dragScale?.maxGap ?? maxGapOf(gaps);
  const placeAt = (scale: TimeScale) => placeSteps(steps, gaps, scale, sequence, nameWidth);
  if (dragScale !== null) return placeAt(dragScale);
  const all = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
  const minScale = all === 0 ? 0 : (MIN_TIME_SHARE * width) / all;
  // Minimum distances are reserved first; time gets the rest, but never less than its share.
  const spacing = (all === 0 ? TIMELESS_SPACINGS : SPACINGS).find(
    (pixels) => placeAt({ pxPerMicro: minScale, maxGap: longest, minSpacing: pixels }).end <= width,
  );
  if (spacing === undefined) return placeAt({ pxPerMicro: minScale, maxGap: longest, minSpacing: CROWDED_SPACING });
  let low = minScale;
  let high = all === 0 ? 0 : width / all;
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    if (placeAt({ pxPerMicro: middle, maxGap: longest, minSpacing: spacing }).end > width) high = middle;
    else low = middle;
  }
  return placeAt({ pxPerMicro: low, maxGap: longest, minSpacing: spacing });
}

/** Everything that happens at one instant. */
interface TimelineStep {
  readonly at: Instant;
  readonly sends: SequenceMessage[];
  readonly executions: SequenceMessage[];
  readonly finishes: SequenceMessage[];
}

function stepsOf({ messages, request, from, to }: Sequence): readonly TimelineStep[] {
  const steps = new Map<Instant, TimelineStep>();
  // Messages sent before the request start a fixed distance before it, however long ago that was.
  const before = from - Math.max(1, (to - from) / 8);
  const stepAt = (instant: Instant): TimelineStep => {
    const at = instant < from ? before : instant;
    let step = steps.get(at);
    if (step === undefined) steps.set(at, (step = { at, sends: [], executions: [], finishes: [] }));
    return step;
  };
  stepAt(from);
  stepAt(to);
  for (const message of messages) {
    const { sentAt, executedAt, endedAt } = message;
    stepAt(sentAt).sends.push(message);
    if (executedAt !== null) stepAt(executedAt).executions.push(message);
    if (endedAt !== null && (message.request === request || endedAt <= to)) stepAt(endedAt).finishes.push(message);
  }
  for (const { executions } of steps.values()) executions.sort((a, b) => a.executionOrder - b.executionOrder);
  return [...steps.values()].sort((a, b) => a.at - b.at);
}

/** The length to which idle intervals much longer than the rest are shortened; `Infinity` if there are none. */
export function maxGapOf(gaps: readonly Duration[]): Duration {
  const falling = gaps.filter((gap) => gap > 0).sort((a, b) => b - a);
  const all = falling.reduce((sum, gap) => sum + gap, 0);
  let rest = all;
  let found = Infinity;
  // An interval of typical length is not an outlier.
  for (let count = 1; count <= falling.length / 2; count++) {
    const gap = falling[count - 1] as number;
    rest -= gap;
    const cut = (rest * MAX_BREAKS_SHARE) / (1 - MAX_BREAKS_SHARE) / count;
    if (gap > MIN_BREAK_RATIO * cut && gap > MIN_BREAK_SHARE * all) found = cut;
  }
  return found;
}

interface MutableMessageXs {
  sent: number;
  executed: number | null;
  ended: number | null;
}

function placeSteps(
  steps: readonly TimelineStep[],
  gaps: readonly Duration[],
  scale: TimeScale,
  { messages, request, from, to }: Sequence,
  nameWidth: (message: SequenceMessage) => number,
): Timeline {
  const courses = new Map<SequenceMessage, MutableMessageXs>();
  const xsOf = (message: SequenceMessage): MutableMessageXs => courses.get(message) as MutableMessageXs;
  const previous = new Map<SequenceMessage, SequenceMessage>();
  for (const one of messages)
    for (const other of messages)
      if (other.request === one.request && other.command === one.command - 1) previous.set(one, other);
  const cuts: number[] = [];
  const ends = { from: MARGIN, to: MARGIN };
  let x = MARGIN;
  let lastRun = -Infinity;
  let end = MARGIN;

  steps.forEach(({ at, sends, executions, finishes }, index) => {
    const gap = gaps[index] as number;
    const way = scale.pxPerMicro * Math.min(gap, scale.maxGap);
    const before = x;
    x = Math.max(before + way, index === 0 ? MARGIN : lastRun + 4);
    // Keep the minimum distance to what comes before.
    for (const message of finishes) {
      const { sent, executed } = courses.get(message) ?? { sent: -Infinity, executed: null };
      x = Math.max(x, executed === null ? sent + MIN_LOST_WIDTH : executed + MIN_ARROW_WIDTH);
    }
    for (const message of sends) {
      const last = previous.get(message);
      const xs = last === undefined ? undefined : courses.get(last);
      if (last !== undefined && xs !== undefined) x = Math.max(x, xs.sent + nameWidth(last), xs.ended ?? x);
    }
    for (const message of executions) x = Math.max(x, (courses.get(message)?.sent ?? -Infinity) + MIN_ARROW_WIDTH);
    if (executions.length > 0) x = Math.max(x, lastRun + scale.minSpacing);
    if (gap > scale.maxGap || (at === from && index > 0)) cuts.push((before + x) / 2);

    /** x of sending: at its instant, but not before the event that it follows has ended. */
    const send = (message: SequenceMessage): MutableMessageXs => {
      const last = previous.get(message);
      const over = last !== undefined && finishes.includes(last) ? courses.get(last)?.ended : null;
      const xs: MutableMessageXs = { sent: Math.max(x, over ?? x), executed: null, ended: null };
      courses.set(message, xs);
      return xs;
    };
    for (const message of finishes) {
      if (message.executedAt === at) continue;
      // What was sent and given up before the request came has both in one step.
      const xs = courses.get(message) ?? send(message);
      xs.ended = Math.max(x, xs.sent);
    }
    for (const message of executions) {
      const xs = courses.get(message) ?? send(message);
      const clear = sends.includes(message) ? xs.sent + MIN_ARROW_WIDTH : x;
      xs.executed = lastRun = Math.max(x, lastRun + scale.minSpacing, clear);
      if (finishes.includes(message)) xs.ended = xs.executed + MIN_ARROW_WIDTH;
    }
    for (const message of sends) if (!courses.has(message)) send(message);

    const reached = [...sends, ...executions, ...finishes].flatMap((message) => {
      const { sent, executed: ran, ended } = xsOf(message);
      return [sent, ran ?? x, ended ?? x];
    });
    end = Math.max(end, x, ...reached);
    if (at === from) ends.from = x;
    // If nothing takes any time, the answer still follows everything that the request sent.
    const own = finishes.filter((message) => message.request === request);
    if (at === to) ends.to = Math.max(x, ...own.map((message) => xsOf(message).ended ?? x));
  });
  return { scale, messageXs: courses, ...ends, timeBreaks: cuts, end };
}
