/**
 * The message sequence as a picture: what stands where, in pixels, as data. Client, nodes and store are lines, the first
 * one uppermost; time runs to the right. The component draws it and knows nothing of time.
 */
import { nodeName, type Instant, type Sequence, type SequenceMessage } from '../../sim/index.ts';
import { exactClock } from '../format/time.ts';
import { timelineOf, type Course, type Scale } from './timeline.ts';
import { endWords, gaveUp, lengthWords, movedWords, storeName, valueWords } from './words.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A line of text from `x` on, on its baseline. */
export interface Label extends Place {
  readonly text: string;
}

/** Client, a node or the store: a line across the picture. */
export interface Lifeline {
  readonly name: string;
  readonly y: number;
}

export interface Stroke {
  readonly from: Place;
  readonly to: Place;
}

export interface PlacedMessage {
  readonly message: SequenceMessage;
  readonly own: boolean;
  /** From the node to the store, or as far as it came. */
  readonly way: Stroke;
  /** From the store to the node, or as far as it came; null where the store never ran it, or the picture ends before. */
  readonly answer: Stroke | null;
  /** Whether each ends at the other side. */
  readonly arrives: boolean;
  readonly answered: boolean;
  /** What stands where it ends on its way: `lost`, `too late`. */
  readonly ends: Label | null;
  /** Where the node gives up. */
  readonly gaveUp: Place | null;
  /** The command, at its node; null where there is no room. */
  readonly name: Label | null;
  /** The key's value, at the store; from where it belongs to. */
  readonly value: (Label & { readonly at: number; readonly top: number }) | null;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly scale: Scale;
  readonly lifelines: readonly Lifeline[];
  readonly messages: readonly PlacedMessage[];
  /** The time that the client waits, on its line. */
  readonly waits: Stroke;
  /** The node that takes the request, on its line; null where none did. */
  readonly taken: number | null;
  readonly ticks: readonly (Label & { readonly at: number })[];
  readonly cuts: readonly number[];
  /** From one command that crossed to the other, at the store. */
  readonly crossing: Stroke | null;
}

/** Type of 12 px: about what one of its characters takes, and a capital. */
const CHARACTER = 7.4;
const CAPITAL = 8.5;
const LINE = 13;
/** Between two texts of one line. */
const APART = 6;
/** From where a command is sent to its name. */
const NAME = 3;
/** A value longer than this is cut short: all of it is told in words. */
const LONGEST_VALUE = 168;
const VALUE_LINES = 3;
/** Of more messages of others the answers are not drawn: what matters is what the store ran. */
const FEW = 12;
/** The axis, down to the client's line. */
const HEAD = 24;
/** After the last instant: room for the outcome's word. */
const TAIL = 84;
/** How far down its way a message is lost, and an answer that comes too late. */
const LOST_AT = 0.5;

/** Pixels that a text takes, about. */
function textWidth(text: string): number {
  const capitals = text.replace(/[^A-Z→…]/g, '').length;
  return capitals * CAPITAL + (text.length - capitals) * CHARACTER;
}

/** From one line to the next, and from the last node's to the store's: closer where there are more, so that all is seen. */
function pitchesOf(nodes: number): readonly [between: number, store: number] {
  return nodes <= 2 ? [24, 38] : [20, 32];
}

/**
 * @param width what there is; the picture is wider where so many messages need it
 * @param held the scale to keep to while a message is in hand
 */
export function layoutOf(sequence: Sequence, width: number, held: Scale | null = null): Layout {
  const { messages, request, node, crossing } = sequence;
  // Others' names have no room of their own: those that do not fit are told in words alone.
  const wide = (message: SequenceMessage): number =>
    message.request === request ? NAME + textWidth(message.name) + APART : 0;
  const timeline = timelineOf(sequence, width - TAIL, wide, held);
  const shown = new Set([...messages.map((message) => message.node), ...(node === null ? [] : [node])]);
  const numbers = [...shown].sort((a, b) => a - b);
  const [pitch, toStore] = pitchesOf(numbers.length);
  const rowOf = (number: number): number => HEAD + pitch * (numbers.indexOf(number) + 1);
  const store = HEAD + pitch * numbers.length + toStore;
  const whole = Math.max(width, Math.ceil(timeline.end + TAIL));
  const of = (message: SequenceMessage): Course => timeline.courses.get(message) as Course;
  // A request's own messages get their words first, then the one that crossed; others get what room is left.
  const rankOf = (message: SequenceMessage): number =>
    message.request === request ? 0 : crossing !== null && isSame(message, crossing.write) ? 1 : 2;
  const inTurn = [...messages].sort((a, b) => rankOf(a) - rankOf(b));
  const names = namesOf(inTurn, (message) => ({ x: of(message).sent, y: rowOf(message.node) }), whole);
  const few = messages.filter((message) => message.request !== request).length <= FEW;
  const bracket = crossing === null ? 0 : 8;
  const values = valuesOf(inTurn, (message) => of(message).ran, store + bracket, whole);
  const lines = Math.max(0, ...[...values.values()].map(({ line }) => line + 1));
  const ranAt = (wanted: SequenceMessage): number => {
    const message = messages.find((one) => isSame(one, wanted));
    return (message === undefined ? null : of(message).ran) ?? 0;
  };
  return {
    width: whole,
    height: store + bracket + 6 + lines * LINE + 4,
    scale: timeline.scale,
    lifelines: [
      { name: 'Client', y: HEAD },
      ...numbers.map((number) => ({ name: nodeName(number), y: rowOf(number) })),
      { name: storeName(sequence), y: store },
    ],
    messages: messages.map((message) => ({
      message,
      own: message.request === request,
      ...strokesOf(message, of(message), { y: rowOf(message.node), store, end: timeline.end }),
      ...(few || message.request === request ? {} : { answer: null }),
      name: names.get(message) ?? null,
      value: values.get(message) ?? null,
    })),
    waits: { from: { x: timeline.from, y: HEAD }, to: { x: timeline.to, y: HEAD } },
    taken: node === null ? null : rowOf(node),
    ticks: ticksOf(sequence, timeline.from, timeline.to, of, whole),
    cuts: timeline.cuts,
    crossing:
      crossing === null
        ? null
        : { from: { x: ranAt(crossing.read), y: store }, to: { x: ranAt(crossing.write), y: store } },
  };
}

/** What crossed came by another way than the list that it is in. */
function isSame(one: SequenceMessage, other: SequenceMessage): boolean {
  return one.request === other.request && one.command === other.command;
}

interface Around {
  /** Its node's line, the store's, and where the picture's time ends. */
  readonly y: number;
  readonly store: number;
  readonly end: number;
}

type Drawn = Pick<PlacedMessage, 'way' | 'answer' | 'arrives' | 'answered' | 'ends' | 'gaveUp'>;

function strokesOf(message: SequenceMessage, { sent, ran, over }: Course, { y, store, end }: Around): Drawn {
  const from = { x: sent, y };
  const given = gaveUp(message) && over !== null ? { x: over, y } : null;
  if (ran === null) {
    const lost = message.lost;
    const x = lost ? Math.min(sent + 28, over ?? end) : Math.max(end, sent + 28);
    const to = { x, y: y + (store - y) * LOST_AT };
    const ends = lost ? { x: x + 8, y: to.y + 4, text: 'lost' } : null;
    return { way: { from, to }, answer: null, arrives: false, answered: false, ends, gaveUp: given };
  }
  const at = { x: ran, y: store };
  const way = { from, to: at };
  if (over === null || over < ran)
    return { way, answer: null, arrives: true, answered: false, ends: null, gaveUp: given };
  if (given === null) {
    return { way, answer: { from: at, to: { x: over, y } }, arrives: true, answered: true, ends: null, gaveUp: null };
  }
  const stop = { x: ran + Math.min(28, (over - ran) * LOST_AT), y: store - (store - y) * (1 - LOST_AT) * 0.7 };
  const ends = { x: stop.x + 8, y: stop.y + 4, text: endWords(message) ?? '' };
  return { way, answer: { from: at, to: stop }, arrives: true, answered: false, ends, gaveUp: given };
}

/** Texts on lines of text, none on another. */
class Lines {
  readonly #taken = new Map<number, (readonly [from: number, to: number])[]>();

  isFree(line: number, from: number, to: number): boolean {
    return (this.#taken.get(line) ?? []).every((one) => to + APART <= one[0] || from >= one[1] + APART);
  }

  take(line: number, from: number, to: number): void {
    this.#taken.set(line, [...(this.#taken.get(line) ?? []), [from, to]]);
  }
}

/** Commands above their nodes' lines, right of where they are sent; with how much later by hand, where there is room. */
function namesOf(
  messages: readonly SequenceMessage[],
  placeOf: (message: SequenceMessage) => Place,
  width: number,
): ReadonlyMap<SequenceMessage, Label> {
  const lines = new Lines();
  const labels = new Map<SequenceMessage, Label>();
  // Names come first: what else is told of one may not take another's room.
  for (const message of messages) {
    const { x, y } = placeOf(message);
    const to = x + NAME + textWidth(message.name);
    if (!lines.isFree(y, x, to)) continue;
    lines.take(y, x, to);
    labels.set(message, { text: message.name, x: x + NAME, y: y - 5 });
  }
  for (const message of messages) {
    const label = labels.get(message);
    if (label === undefined || message.moved === 0) continue;
    const { x, y } = placeOf(message);
    const own = x + NAME + textWidth(message.name);
    const text = [`${message.name}, ${movedWords(message)}`, `${message.name} +${lengthWords(message.moved)}`].find(
      (one) => {
        const to = x + NAME + textWidth(one);
        return to <= width && lines.isFree(y, own + APART, to);
      },
    );
    if (text === undefined) continue;
    lines.take(y, own + APART, x + NAME + textWidth(text));
    labels.set(message, { ...label, text });
  }
  return labels;
}

interface Value extends Label {
  readonly at: number;
  readonly top: number;
  readonly line: number;
}

/** What keys held, under the store's line where it ran the command; the first line of text that is free there. */
function valuesOf(
  messages: readonly SequenceMessage[],
  ranAt: (message: SequenceMessage) => number | null,
  top: number,
  width: number,
): ReadonlyMap<SequenceMessage, Value> {
  const lines = new Lines();
  const values = new Map<SequenceMessage, Value>();
  for (const message of messages) {
    const at = ranAt(message);
    if (at === null || message.touched.length === 0) continue;
    for (const text of shortened(message)) {
      const wide = textWidth(text);
      const x = Math.max(0, Math.min(width - wide, at - wide / 2));
      const line = Array.from({ length: VALUE_LINES }, (_, index) => index).find((index) =>
        lines.isFree(index, x, x + wide),
      );
      if (line === undefined) continue;
      lines.take(line, x, x + wide);
      values.set(message, { text, x, y: top + 6 + (line + 1) * LINE - 3, at, top: top + 4 + line * LINE, line });
      break;
    }
  }
  return values;
}

/** A value in full, what it became, and as much of that as fits anywhere. */
function shortened(message: SequenceMessage): readonly string[] {
  const became = message.touched.map(({ before, after }) => (before === after ? after : `→ ${after}`)).join('; ');
  const most = Math.floor(LONGEST_VALUE / CHARACTER);
  const all = valueWords(message);
  return [...(all.length <= most ? [all] : []), cut(became, most), cut(became, 12), cut(became, 5)];
}

/** As many of a text's characters; of several parts those that are whole, if any is. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const part = text.slice(0, length - 1);
  const end = part.lastIndexOf(', ');
  return end > 0 ? `${part.slice(0, end + 2)}…` : `${part}…`;
}

/** When the request comes, in full; then how long after that its own messages do something, where there is room. */
function ticksOf(
  { messages, request, from, to }: Sequence,
  start: number,
  end: number,
  of: (message: SequenceMessage) => Course,
  width: number,
): Layout['ticks'] {
  const places = new Map<Instant, number>([[to, end]]);
  for (const message of messages.filter((one) => one.request === request)) {
    const { sent, ran, over } = of(message);
    places.set(message.sent, places.get(message.sent) ?? sent);
    if (message.ran !== null && ran !== null) places.set(message.ran, places.get(message.ran) ?? ran);
    if (message.over !== null && over !== null) places.set(message.over, places.get(message.over) ?? over);
  }
  places.delete(from);
  const lines = new Lines();
  const first = exactClock(from);
  lines.take(0, start, start + textWidth(first));
  const ticks = [{ text: first, x: start, y: 11, at: start }];
  // The answer's instant matters most.
  const later = [...places].sort(([a], [b]) => Number(b === to) - Number(a === to) || a - b);
  for (const [instant, at] of later) {
    const text = `+${lengthWords(instant - from)}`;
    const x = Math.min(at - textWidth(text) / 2, width - textWidth(text));
    if (!lines.isFree(0, x, x + textWidth(text))) continue;
    lines.take(0, x, x + textWidth(text));
    ticks.push({ text, x, y: 11, at });
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** The message whose way to the store is nearest to a place, a request's own before others'; null where none is near. */
export function messageAt(
  { messages }: Pick<Layout, 'messages'>,
  { x, y }: Place,
  reach: number,
): PlacedMessage | null {
  let best: PlacedMessage | null = null;
  let least = reach;
  for (const placed of messages) {
    const away = distanceTo(placed.way, x, y) + (placed.own ? 0 : 1);
    if (away >= least) continue;
    best = placed;
    least = away;
  }
  return best;
}

function distanceTo({ from, to }: Stroke, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
