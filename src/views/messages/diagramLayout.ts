/**
 * Layout of the sequence diagram as data, in pixels. Client, nodes and store are horizontal lifelines, the client at the
 * top; time runs to the right. The component only draws the result.
 */
import { nodeName, type Instant, type Sequence, type SequenceMessage } from '../../sim/index.ts';
import { formatInstantExact } from '../format/time.ts';
import { buildTimeline, type MessageXs, type TimeScale } from './timeline.ts';
import { failureText, hasGivenUp, formatDelay, movedText, storeName, valueText } from './messageText.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line of text; `x` is its left edge, `y` its baseline. */
export interface TextLabel extends Point {
  readonly text: string;
}

/** The horizontal line of the client, a node or the store. */
export interface Lifeline {
  readonly name: string;
  readonly y: number;
}

export interface LineSegment {
  readonly from: Point;
  readonly to: Point;
}

export interface PlacedMessage {
  readonly message: SequenceMessage;
  readonly own: boolean;
  /** From the node to the store, or to where the command was lost. */
  readonly outbound: LineSegment;
  /**
   * From the store to the node, or to where the reply was lost; null if the store never ran it or the diagram ends
   * before.
   */
  readonly reply: LineSegment | null;
  /** Whether the command reaches the store, and the reply the node. */
  readonly arrives: boolean;
  readonly replyArrives: boolean;
  /** Shown where the message ends on its way: `lost`, `too late`. */
  readonly failureLabel: TextLabel | null;
  /** Where the node gives up waiting. */
  readonly gaveUpAt: Point | null;
  /** The command's name, at its node; null if there is no room. */
  readonly name: TextLabel | null;
  /** The key's value, below the store; a line from `at` to `top` connects the two. */
  readonly value: (TextLabel & { readonly at: number; readonly top: number }) | null;
}

export interface DiagramLayout {
  readonly width: number;
  readonly height: number;
  readonly scale: TimeScale;
  readonly lifelines: readonly Lifeline[];
  readonly messages: readonly PlacedMessage[];
  /** The client's waiting time, on its lifeline. */
  readonly clientWait: LineSegment;
  /** The lifeline of the node that received the request; null if none did. */
  readonly nodeY: number | null;
  readonly ticks: readonly (TextLabel & { readonly at: number })[];
  readonly timeBreaks: readonly number[];
  /** From the racing read to the racing write, at the store. */
  readonly race: LineSegment | null;
}

/** Approximate widths at 12 px: an average character, a capital. */
const CHARACTER_WIDTH = 7.4;
const CAPITAL_WIDTH = 8.5;
const LINE_HEIGHT = 13;
/** Between two labels on one line. */
const MIN_LABEL_GAP = 6;
/** From the point of sending to the command's name. */
const NAME_OFFSET = 3;
/** Longer values are truncated; the accessible text has them in full. */
const MAX_VALUE_WIDTH = 168;
const MAX_VALUE_LINES = 3;
/** With more messages of other requests, their replies are not drawn: what the store ran matters more. */
const MAX_OTHERS_WITH_REPLY = 12;
/** Height of the axis, down to the client's lifeline. */
const AXIS_HEIGHT = 24;
/** Room for the outcome's name after the last instant. */
const OUTCOME_WIDTH = 84;
/** Fraction of the way at which a lost message, or a late reply, ends. */
const LOST_AT = 0.5;

/** Approximate width of a text in pixels. */
function textWidth(text: string): number {
  const capitals = text.replace(/[^A-Z→…]/g, '').length;
  return capitals * CAPITAL_WIDTH + (text.length - capitals) * CHARACTER_WIDTH;
}

/** Distance between lifelines, and from the last node to the store: smaller with many nodes, so that all fit. */
function lifelinePitches(nodes: number): readonly [between: number, store: number] {
  return nodes <= 2 ? [24, 38] : [20, 32];
}

/**
 * @param width the available width; the diagram is wider if its messages need it
 * @param dragScale the time scale to keep while a message is dragged
 */
export function diagramLayout(sequence: Sequence, width: number, dragScale: TimeScale | null = null): DiagramLayout {
  const { messages, request, node, race } = sequence;
  // No width is reserved for other requests' names: those that do not fit appear only in the accessible text.
  const nameWidth = (message: SequenceMessage): number =>
    message.request === request ? NAME_OFFSET + textWidth(message.name) + MIN_LABEL_GAP : 0;
  const timeline = buildTimeline(sequence, width - OUTCOME_WIDTH, nameWidth, dragScale);
  const shown = new Set([...messages.map((message) => message.node), ...(node === null ? [] : [node])]);
  const numbers = [...shown].sort((a, b) => a - b);
  const [pitch, toStore] = lifelinePitches(numbers.length);
  const rowOf = (number: number): number => AXIS_HEIGHT + pitch * (numbers.indexOf(number) + 1);
  const store = AXIS_HEIGHT + pitch * numbers.length + toStore;
  const fullWidth = Math.max(width, Math.ceil(timeline.end + OUTCOME_WIDTH));
  const xsOf = (message: SequenceMessage): MessageXs => timeline.messageXs.get(message) as MessageXs;
  // Labels are placed by priority: the request's own messages, then the racing write, then the rest.
  const priorityOf = (message: SequenceMessage): number =>
    message.request === request ? 0 : race !== null && isSameMessage(message, race.write) ? 1 : 2;
  const byPriority = [...messages].sort((a, b) => priorityOf(a) - priorityOf(b));
  const names = namesOf(byPriority, (message) => ({ x: xsOf(message).sent, y: rowOf(message.node) }), fullWidth);
  const few = messages.filter((message) => message.request !== request).length <= MAX_OTHERS_WITH_REPLY;
  const bracket = race === null ? 0 : 8;
  const values = valuesOf(byPriority, (message) => xsOf(message).executed, store + bracket, fullWidth);
  const lines = Math.max(0, ...[...values.values()].map(({ line }) => line + 1));
  const ranAt = (wanted: SequenceMessage): number => {
    const message = messages.find((one) => isSameMessage(one, wanted));
    return (message === undefined ? null : xsOf(message).executed) ?? 0;
  };
  return {
    width: fullWidth,
    height: store + bracket + 6 + lines * LINE_HEIGHT + 4,
    scale: timeline.scale,
    lifelines: [
      { name: 'Client', y: AXIS_HEIGHT },
      ...numbers.map((number) => ({ name: nodeName(number), y: rowOf(number) })),
      { name: storeName(sequence), y: store },
    ],
    messages: messages.map((message) => ({
      message,
      own: message.request === request,
      ...arrowsOf(message, xsOf(message), { y: rowOf(message.node), store, end: timeline.end }),
      ...(few || message.request === request ? {} : { reply: null }),
      name: names.get(message) ?? null,
      value: values.get(message) ?? null,
    })),
    clientWait: { from: { x: timeline.from, y: AXIS_HEIGHT }, to: { x: timeline.to, y: AXIS_HEIGHT } },
    nodeY: node === null ? null : rowOf(node),
    ticks: ticksOf(sequence, timeline.from, timeline.to, xsOf, fullWidth),
    timeBreaks: timeline.timeBreaks,
    race: race === null ? null : { from: { x: ranAt(race.read), y: store }, to: { x: ranAt(race.write), y: store } },
  };
}

/** Compares by identity in the run: the race's messages are not the same objects as the list's. */
function isSameMessage(one: SequenceMessage, other: SequenceMessage): boolean {
  return one.request === other.request && one.command === other.command;
}

interface RowYs {
  /** y of its node's lifeline, y of the store's, and the x at which the time axis ends. */
  readonly y: number;
  readonly store: number;
  readonly end: number;
}

type PlacedArrows = Pick<
  PlacedMessage,
  'outbound' | 'reply' | 'arrives' | 'replyArrives' | 'failureLabel' | 'gaveUpAt'
>;

function arrowsOf(
  message: SequenceMessage,
  { sent, executed, ended }: MessageXs,
  { y, store, end }: RowYs,
): PlacedArrows {
  const from = { x: sent, y };
  const gaveUpAt = hasGivenUp(message) && ended !== null ? { x: ended, y } : null;
  if (executed === null) {
    const lost = message.lost;
    const x = lost ? Math.min(sent + 28, ended ?? end) : Math.max(end, sent + 28);
    const to = { x, y: y + (store - y) * LOST_AT };
    const ends = lost ? { x: x + 8, y: to.y + 4, text: 'lost' } : null;
    return {
      outbound: { from, to },
      reply: null,
      arrives: false,
      replyArrives: false,
      failureLabel: ends,
      gaveUpAt: gaveUpAt,
    };
  }
  const at = { x: executed, y: store };
  const way = { from, to: at };
  if (ended === null || ended < executed)
    return { outbound: way, reply: null, arrives: true, replyArrives: false, failureLabel: null, gaveUpAt: gaveUpAt };
  if (gaveUpAt === null) {
    return {
      outbound: way,
      reply: { from: at, to: { x: ended, y } },
      arrives: true,
      replyArrives: true,
      failureLabel: null,
      gaveUpAt: null,
    };
  }
  const stop = {
    x: executed + Math.min(28, (ended - executed) * LOST_AT),
    y: store - (store - y) * (1 - LOST_AT) * 0.7,
  };
  const ends = { x: stop.x + 8, y: stop.y + 4, text: failureText(message) ?? '' };
  return {
    outbound: way,
    reply: { from: at, to: stop },
    arrives: true,
    replyArrives: false,
    failureLabel: ends,
    gaveUpAt: gaveUpAt,
  };
}

/** Occupied ranges per line of text, so that labels do not overlap. */
class LabelRows {
  readonly #occupied = new Map<number, (readonly [from: number, to: number])[]>();

  isFree(line: number, from: number, to: number): boolean {
    return (this.#occupied.get(line) ?? []).every(
      (one) => to + MIN_LABEL_GAP <= one[0] || from >= one[1] + MIN_LABEL_GAP,
    );
  }

  occupy(line: number, from: number, to: number): void {
    this.#occupied.set(line, [...(this.#occupied.get(line) ?? []), [from, to]]);
  }
}

/** Command names above their node's lifeline, right of the point of sending; with the manual delay, if there is room. */
function namesOf(
  messages: readonly SequenceMessage[],
  placeOf: (message: SequenceMessage) => Point,
  width: number,
): ReadonlyMap<SequenceMessage, TextLabel> {
  const lines = new LabelRows();
  const labels = new Map<SequenceMessage, TextLabel>();
  // All names first, so that a delay label cannot displace another name.
  for (const message of messages) {
    const { x, y } = placeOf(message);
    const to = x + NAME_OFFSET + textWidth(message.name);
    if (!lines.isFree(y, x, to)) continue;
    lines.occupy(y, x, to);
    labels.set(message, { text: message.name, x: x + NAME_OFFSET, y: y - 5 });
  }
  for (const message of messages) {
    const label = labels.get(message);
    if (label === undefined || message.manualDelay === 0) continue;
    const { x, y } = placeOf(message);
    const own = x + NAME_OFFSET + textWidth(message.name);
    const text = [
      `${message.name}, ${movedText(message)}`,
      `${message.name} +${formatDelay(message.manualDelay)}`,
    ].find((one) => {
      const to = x + NAME_OFFSET + textWidth(one);
      return to <= width && lines.isFree(y, own + MIN_LABEL_GAP, to);
    });
    if (text === undefined) continue;
    lines.occupy(y, own + MIN_LABEL_GAP, x + NAME_OFFSET + textWidth(text));
    labels.set(message, { ...label, text });
  }
  return labels;
}

interface ValueLabel extends TextLabel {
  readonly at: number;
  readonly top: number;
  readonly line: number;
}

/** Key values below the store, where it ran the command, each in the first free line of text. */
function valuesOf(
  messages: readonly SequenceMessage[],
  ranAt: (message: SequenceMessage) => number | null,
  top: number,
  width: number,
): ReadonlyMap<SequenceMessage, ValueLabel> {
  const lines = new LabelRows();
  const values = new Map<SequenceMessage, ValueLabel>();
  for (const message of messages) {
    const at = ranAt(message);
    if (at === null || message.keyAccesses.length === 0) continue;
    for (const text of valueTexts(message)) {
      const wide = textWidth(text);
      const x = Math.max(0, Math.min(width - wide, at - wide / 2));
      const line = Array.from({ length: MAX_VALUE_LINES }, (_, index) => index).find((index) =>
        lines.isFree(index, x, x + wide),
      );
      if (line === undefined) continue;
      lines.occupy(line, x, x + wide);
      values.set(message, {
        text,
        x,
        y: top + 6 + (line + 1) * LINE_HEIGHT - 3,
        at,
        top: top + 4 + line * LINE_HEIGHT,
        line,
      });
      break;
    }
  }
  return values;
}

/** Candidate texts for a value, longest first: in full, the new value only, the new value truncated. */
function valueTexts(message: SequenceMessage): readonly string[] {
  const afterText = message.keyAccesses
    .map(({ before, after }) => (before === after ? after : `→ ${after}`))
    .join('; ');
  const maxCharacters = Math.floor(MAX_VALUE_WIDTH / CHARACTER_WIDTH);
  const all = valueText(message);
  return [
    ...(all.length <= maxCharacters ? [all] : []),
    truncate(afterText, maxCharacters),
    truncate(afterText, 12),
    truncate(afterText, 5),
  ];
}

/** Truncates a text, after a whole part where there is one. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const part = text.slice(0, length - 1);
  const end = part.lastIndexOf(', ');
  return end > 0 ? `${part.slice(0, end + 2)}…` : `${part}…`;
}

/** The request's instant, then the offsets of its own messages' events, where there is room. */
function ticksOf(
  { messages, request, from, to }: Sequence,
  start: number,
  end: number,
  of: (message: SequenceMessage) => MessageXs,
  width: number,
): DiagramLayout['ticks'] {
  const places = new Map<Instant, number>([[to, end]]);
  for (const message of messages.filter((one) => one.request === request)) {
    const { sent, executed, ended } = of(message);
    places.set(message.sentAt, places.get(message.sentAt) ?? sent);
    if (message.executedAt !== null && executed !== null)
      places.set(message.executedAt, places.get(message.executedAt) ?? executed);
    if (message.endedAt !== null && ended !== null) places.set(message.endedAt, places.get(message.endedAt) ?? ended);
  }
  places.delete(from);
  const lines = new LabelRows();
  const first = formatInstantExact(from);
  lines.occupy(0, start, start + textWidth(first));
  const ticks = [{ text: first, x: start, y: 11, at: start }];
  // The answer's instant has priority.
  const later = [...places].sort(([a], [b]) => Number(b === to) - Number(a === to) || a - b);
  for (const [instant, at] of later) {
    const text = `+${formatDelay(instant - from)}`;
    const x = Math.min(at - textWidth(text) / 2, width - textWidth(text));
    if (!lines.isFree(0, x, x + textWidth(text))) continue;
    lines.occupy(0, x, x + textWidth(text));
    ticks.push({ text, x, y: 11, at });
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** The message whose outbound arrow is nearest to a point, preferring the request's own; null if none is near. */
export function messageAt(
  { messages }: Pick<DiagramLayout, 'messages'>,
  { x, y }: Point,
  tolerance: number,
): PlacedMessage | null {
  let best: PlacedMessage | null = null;
  let least = tolerance;
  for (const placed of messages) {
    const away = distanceTo(placed.outbound, x, y) + (placed.own ? 0 : 1);
    if (away >= least) continue;
    best = placed;
    least = away;
  }
  return best;
}

function distanceTo({ from, to }: LineSegment, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
