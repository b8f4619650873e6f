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

function placeSteps(
  steps: readonly TimelineStep[],
  gaps: readonly Duration[],
  scale: TimeScale,
  { messages, request, from, to }: Sequence,
  nameWidth: (message: SequenceMessage) => number,
): Timeline {
  const placement = new Placement(scale, messages, nameWidth);
  const timeBreaks: number[] = [];
  const ends = { from: MARGIN, to: MARGIN };
  let x = MARGIN;
  for (const [index, step] of steps.entries()) {
    const gap = gaps[index] as number;
    const before = x;
    x = placement.place(step, before + scale.pxPerMicro * Math.min(gap, scale.maxGap));
    if (gap > scale.maxGap || (step.at === from && index > 0)) timeBreaks.push((before + x) / 2);
    if (step.at === from) ends.from = x;
    // If nothing takes any time, the answer still follows everything that the request sent.
    const own = step.finishes.filter((message) => message.request === request);
    if (step.at === to) ends.to = Math.max(x, ...own.map((message) => placement.xs.get(message)?.ended ?? x));
  }
  return { scale, messageXs: placement.xs, ...ends, timeBreaks, end: placement.end };
}

interface MutableMessageXs {
  sent: number;
  executed: number | null;
  ended: number | null;
}

/** Where messages are, step after step. */
class Placement {
  readonly xs = new Map<SequenceMessage, MutableMessageXs>();
  /** The rightmost x. */
  end = MARGIN;
  readonly #minSpacing: number;
  readonly #nameWidth: (message: SequenceMessage) => number;
  /** The message before a message, of the same request. */
  readonly #previous = new Map<SequenceMessage, SequenceMessage>();
  /** x of the last execution by the store. */
  #lastRun = -Infinity;

  constructor(
    { minSpacing }: TimeScale,
    messages: readonly SequenceMessage[],
    nameWidth: (message: SequenceMessage) => number,
  ) {
    this.#minSpacing = minSpacing;
    this.#nameWidth = nameWidth;
    for (const one of messages)
      for (const other of messages)
        if (other.request === one.request && other.command === one.command - 1) this.#previous.set(one, other);
  }

  /**
   * @param earliest x of the step's instant at the scale
   * @returns x of the step, where there is room
   */
  place(step: TimelineStep, earliest: number): number {
    const { at, sends, executions, finishes } = step;
    const x = this.#clear(step, earliest);
    for (const message of finishes) {
      if (message.executedAt === at) continue;
      // What was sent and given up before the request came has both in one step.
      const xs = this.#sent(message, step, x);
      xs.ended = Math.max(x, xs.sent);
    }
    for (const message of executions) {
      const xs = this.#sent(message, step, x);
      const clear = sends.includes(message) ? xs.sent + MIN_ARROW_WIDTH : x;
      xs.executed = this.#lastRun = Math.max(x, this.#lastRun + this.#minSpacing, clear);
      if (finishes.includes(message)) xs.ended = xs.executed + MIN_ARROW_WIDTH;
    }
    for (const message of [...sends, ...executions, ...finishes]) {
      const { sent, executed, ended } = this.#sent(message, step, x);
      this.end = Math.max(this.end, sent, executed ?? x, ended ?? x);
    }
    this.end = Math.max(this.end, x);
    return x;
  }

  /** The first x that keeps the minimum distance to what comes before. */
  #clear({ sends, executions, finishes }: TimelineStep, earliest: number): number {
    let x = Math.max(earliest, this.#lastRun + 4);
    for (const message of finishes) {
      const { sent, executed } = this.xs.get(message) ?? { sent: -Infinity, executed: null };
      x = Math.max(x, executed === null ? sent + MIN_LOST_WIDTH : executed + MIN_ARROW_WIDTH);
    }
    for (const message of sends) {
      const last = this.#previous.get(message);
      const xs = last === undefined ? undefined : this.xs.get(last);
      if (last !== undefined && xs !== undefined) x = Math.max(x, xs.sent + this.#nameWidth(last), xs.ended ?? x);
    }
    for (const message of executions) x = Math.max(x, (this.xs.get(message)?.sent ?? -Infinity) + MIN_ARROW_WIDTH);
    return executions.length > 0 ? Math.max(x, this.#lastRun + this.#minSpacing) : x;
  }

  /** A message that is sent by now: at its instant, but not before the event that it follows has ended. */
  #sent(message: SequenceMessage, { finishes }: TimelineStep, x: number): MutableMessageXs {
    const known = this.xs.get(message);
    if (known !== undefined) return known;
    const last = this.#previous.get(message);
    const over = last !== undefined && finishes.includes(last) ? this.xs.get(last)?.ended : null;
    const xs = { sent: Math.max(x, over ?? x), executed: null, ended: null };
    this.xs.set(message, xs);
    return xs;
  }
}
