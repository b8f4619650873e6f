/**
 * Where messages stand on the picture's width. Time runs to the right at one scale, but for two things: a silence that is
 * much longer than the rest is cut short, and what would lie on its neighbour is put beside it, in the order in which the
 * store ran it. So equal latencies look equal wherever there is room for that.
 */
import type { Duration, Instant, Sequence, SequenceMessage } from '../../sim/index.ts';

/** Microseconds and pixels: what is kept while a hand moves a message, so that the picture stays under it. */
export interface Scale {
  readonly perMicro: number;
  /** Longer silences are cut to this. */
  readonly longest: Duration;
  /** What two messages at the store are apart at least. */
  readonly apart: number;
}

/** Where a message leaves its node, meets the store, and is answered or given up; null where it never does. */
export interface Course {
  readonly sent: number;
  readonly ran: number | null;
  readonly over: number | null;
}

export interface Timeline {
  readonly scale: Scale;
  readonly courses: ReadonlyMap<SequenceMessage, Course>;
  /** Where the request comes, and its answer goes. */
  readonly from: number;
  readonly to: number;
  /** Where a silence was cut short. */
  readonly cuts: readonly number[];
  /** The last of all. */
  readonly end: number;
}

/** The share of the width that time has at the least. */
const LEAST_TIME = 0.3;
/** Before the first instant. */
const EDGE = 10;
/** What two messages at the store are apart at least: as much as there is room for, and where there is none, enough to read. */
const APART = [48, 36, 26, 20, 14] as const;
const CROWDED = 20;
/** Where nothing takes any time, that is all there is to fill the width with. */
const TIMELESS = [84, 64, ...APART] as const;
/** What a way to the store or back takes at least, so that it slopes. */
const WAY = 20;
/** The same of one that ends on its way, so that there is room to say so. */
const LOST = 44;
/** A silence is cut when it is so many times what it is cut to, and such a share of the whole. */
const WORTH_CUTTING = 4;
const LEAST_SHARE = 0.12;
/** All silences that are cut have no more than this share of the width together. */
const CUT_SHARE = 0.6;

/** @param wide how wide a message's name is at the least, so that the next one's finds room beside it */
export function timelineOf(
  sequence: Sequence,
  width: number,
  wide: (message: SequenceMessage) => number,
  held: Scale | null = null,
): Timeline {
  const steps = stepsOf(sequence);
  const gaps = steps.map(({ at }, index) => (index === 0 ? 0 : at - (steps[index - 1] as Step).at));
  const longest = held?.longest ?? longestOf(gaps);
  const put = (scale: Scale) => placed(steps, gaps, scale, sequence, wide);
  if (held !== null) return put(held);
  const all = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
  const least = all === 0 ? 0 : (LEAST_TIME * width) / all;
  // What must stand apart takes its room first; time gets what is left, and never less than its share.
  const apart = (all === 0 ? TIMELESS : APART).find(
    (pixels) => put({ perMicro: least, longest, apart: pixels }).end <= width,
  );
  if (apart === undefined) return put({ perMicro: least, longest, apart: CROWDED });
  let low = least;
  let high = all === 0 ? 0 : width / all;
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    if (put({ perMicro: middle, longest, apart }).end > width) high = middle;
    else low = middle;
  }
  return put({ perMicro: low, longest, apart });
}

/** All that happens at one instant. */
interface Step {
  readonly at: Instant;
  readonly sends: SequenceMessage[];
  readonly runs: SequenceMessage[];
  readonly overs: SequenceMessage[];
}

function stepsOf({ messages, request, from, to }: Sequence): readonly Step[] {
  const steps = new Map<Instant, Step>();
  // What others sent before the request came sets out a little before it, however long ago that was.
  const before = from - Math.max(1, (to - from) / 8);
  const stepAt = (instant: Instant): Step => {
    const at = instant < from ? before : instant;
    let step = steps.get(at);
    if (step === undefined) steps.set(at, (step = { at, sends: [], runs: [], overs: [] }));
    return step;
  };
  stepAt(from);
  stepAt(to);
  for (const message of messages) {
    const { sent, ran, over } = message;
    stepAt(sent).sends.push(message);
    if (ran !== null) stepAt(ran).runs.push(message);
    if (over !== null && (message.request === request || over <= to)) stepAt(over).overs.push(message);
  }
  for (const { runs } of steps.values()) runs.sort((a, b) => a.order - b.order);
  return [...steps.values()].sort((a, b) => a.at - b.at);
}

/** What silences are cut to, so that those which are much longer than the rest do not take its room; `Infinity`: none is. */
export function longestOf(gaps: readonly Duration[]): Duration {
  const falling = gaps.filter((gap) => gap > 0).sort((a, b) => b - a);
  const all = falling.reduce((sum, gap) => sum + gap, 0);
  let rest = all;
  let found = Infinity;
  // What most of them are is not much longer than the rest.
  for (let count = 1; count <= falling.length / 2; count++) {
    const gap = falling[count - 1] as number;
    rest -= gap;
    const cut = (rest * CUT_SHARE) / (1 - CUT_SHARE) / count;
    if (gap > WORTH_CUTTING * cut && gap > LEAST_SHARE * all) found = cut;
  }
  return found;
}

interface Moving {
  sent: number;
  ran: number | null;
  over: number | null;
}

function placed(
  steps: readonly Step[],
  gaps: readonly Duration[],
  scale: Scale,
  { messages, request, from, to }: Sequence,
  wide: (message: SequenceMessage) => number,
): Timeline {
  const courses = new Map<SequenceMessage, Moving>();
  const of = (message: SequenceMessage): Moving => courses.get(message) as Moving;
  const previous = new Map<SequenceMessage, SequenceMessage>();
  for (const one of messages)
    for (const other of messages)
      if (other.request === one.request && other.command === one.command - 1) previous.set(one, other);
  const cuts: number[] = [];
  const ends = { from: EDGE, to: EDGE };
  let x = EDGE;
  let lastRun = -Infinity;
  let end = EDGE;

  steps.forEach(({ at, sends, runs, overs }, index) => {
    const gap = gaps[index] as number;
    const way = scale.perMicro * Math.min(gap, scale.longest);
    const before = x;
    x = Math.max(before + way, index === 0 ? EDGE : lastRun + 4);
    // What came before leaves room for what comes now.
    for (const message of overs) {
      const { sent, ran } = courses.get(message) ?? { sent: -Infinity, ran: null };
      x = Math.max(x, ran === null ? sent + LOST : ran + WAY);
    }
    for (const message of sends) {
      const last = previous.get(message);
      const course = last === undefined ? undefined : courses.get(last);
      if (last !== undefined && course !== undefined) x = Math.max(x, course.sent + wide(last), course.over ?? x);
    }
    for (const message of runs) x = Math.max(x, (courses.get(message)?.sent ?? -Infinity) + WAY);
    if (runs.length > 0) x = Math.max(x, lastRun + scale.apart);
    if (gap > scale.longest || (at === from && index > 0)) cuts.push((before + x) / 2);

    /** Sent at the instant, and not before what it follows was over. */
    const send = (message: SequenceMessage): Moving => {
      const last = previous.get(message);
      const over = last !== undefined && overs.includes(last) ? courses.get(last)?.over : null;
      const course: Moving = { sent: Math.max(x, over ?? x), ran: null, over: null };
      courses.set(message, course);
      return course;
    };
    for (const message of overs) if (message.ran !== at) of(message).over = x;
    for (const message of runs) {
      const course = courses.get(message) ?? send(message);
      const clear = sends.includes(message) ? course.sent + WAY : x;
      course.ran = lastRun = Math.max(x, lastRun + scale.apart, clear);
      if (overs.includes(message)) course.over = course.ran + WAY;
    }
    for (const message of sends) if (!courses.has(message)) send(message);

    const reached = [...sends, ...runs, ...overs].flatMap((message) => {
      const { sent, ran, over } = of(message);
      return [sent, ran ?? x, over ?? x];
    });
    end = Math.max(end, x, ...reached);
    if (at === from) ends.from = x;
    // Where nothing takes any time, the answer comes after all that the request sent.
    const own = overs.filter((message) => message.request === request);
    if (at === to) ends.to = Math.max(x, ...own.map((message) => of(message).over ?? x));
  });
  return { scale, courses, ...ends, cuts, end };
}
