/**
 * The sequence diagram, on the page's canvas and in a picture. Ink only: the request's own messages solid, others dashed.
 * Only the outcome at the end of the client's lifeline has colour.
 */
import { nodeName, type Outcome, type Sequence } from '../../sim/index.ts';
import type { ChartTheme } from '../charts/chartTheme.ts';
import type { DrawingContext } from '../charts/drawingContext.ts';
import { OUTCOME_NAMES } from '../text/outcomeText.ts';
import type { DiagramLayout, LineSegment, PlacedMessage, Point } from './diagramLayout.ts';
import { messageId } from './messageDrag.ts';

const DASH = [4, 3];
const FONT_SIZE = 12;

/** @param highlightedId `messageId` of the message that stands out */
export function drawSequence(
  ctx: DrawingContext,
  theme: ChartTheme,
  sequence: Sequence,
  layout: DiagramLayout,
  outcome: Outcome,
  highlightedId: string | null = null,
): void {
  const isHighlighted = ({ message }: PlacedMessage): boolean => messageId(message) === highlightedId;
  ctx.font = `${FONT_SIZE}px ${theme.font}`;
  drawLifelines(ctx, theme, sequence, layout);
  drawClient(ctx, theme, sequence, layout);
  // Other requests' messages first, so that the selected request's are drawn on top.
  const messages = [...layout.messages].sort((a, b) => Number(a.own) - Number(b.own));
  for (const placed of messages) drawMessage(ctx, theme, placed, isHighlighted(placed));
  if (layout.race !== null) drawRace(ctx, theme, layout.race);
  for (const placed of messages) writeMessage(ctx, theme, placed, isHighlighted(placed));
  drawOutcome(ctx, theme, layout.clientWait.to, outcome);
}

/** The names of the lifelines, for a column beside the diagram. */
export function drawNames(ctx: DrawingContext, theme: ChartTheme, { lifelines }: DiagramLayout): void {
  ctx.font = `${FONT_SIZE}px ${theme.font}`;
  for (const { name, y } of lifelines) write(ctx, theme, name, 0, y + 4, theme.ink2);
}

function drawLifelines(
  ctx: DrawingContext,
  theme: ChartTheme,
  { nodeDied }: Sequence,
  { width, lifelines, messages, clientWait, nodeY, ticks, timeBreaks }: DiagramLayout,
): void {
  const store = lifelines.at(-1)?.y ?? 0;
  for (const { text, x, y, at } of ticks) {
    line(ctx, theme.grid, 1, { from: { x: at, y: y + 5 }, to: { x: at, y: store } });
    write(ctx, theme, text, x, y, theme.ink2);
  }
  for (const { value } of messages)
    if (value !== null)
      line(ctx, theme.grid, 1, { from: { x: value.at, y: store }, to: { x: value.at, y: value.top } });
  for (const [row, { y }] of lifelines.entries()) {
    // The client's lifeline ends with its answer, a node's when it dies.
    const end = row === 0 || (nodeDied && y === nodeY) ? clientWait.to.x : width;
    line(ctx, theme.control, 1, { from: { x: 0, y }, to: { x: end, y } });
    for (const x of timeBreaks) {
      ctx.fillStyle = theme.surface;
      ctx.fillRect(x - 3, y - 2, 6, 4);
      for (const left of [x - 5, x + 1])
        line(ctx, theme.ink2, 1, { from: { x: left, y: y + 4 }, to: { x: left + 4, y: y - 4 } });
    }
  }
}

/** From the client to its node and back, unless the node dies before it answers. */
function drawClient(
  ctx: DrawingContext,
  theme: ChartTheme,
  { nodeDied, node }: Sequence,
  { clientWait, nodeY }: DiagramLayout,
): void {
  const { from, to } = clientWait;
  line(ctx, theme.ink, 3, clientWait);
  if (nodeY === null) return;
  arrow(ctx, theme.ink, 1, { from, to: { x: from.x, y: nodeY } }, 'open');
  if (!nodeDied) {
    arrow(ctx, theme.ink, 1, { from: { x: to.x, y: nodeY }, to }, 'open');
    return;
  }
  cross(ctx, theme.ink, { x: to.x, y: nodeY });
  write(ctx, theme, `${nodeName(node ?? 0)} dies`, to.x + 11, nodeY + 4, theme.ink);
}

function drawMessage(ctx: DrawingContext, theme: ChartTheme, placed: PlacedMessage, isHighlighted: boolean): void {
  const { own, outbound, reply, arrives, replyArrives, gaveUpAt, message } = placed;
  const colour = own ? theme.ink : theme.ink2;
  const dash = own ? [] : DASH;
  if (reply !== null) {
    arrow(ctx, colour, 1, reply, replyArrives ? 'open' : 'none', dash);
    if (!replyArrives) cross(ctx, colour, reply.to);
  }
  const [strong, width] = isHighlighted ? [theme.ink, 3] : [colour, own ? 1.5 : 1];
  arrow(ctx, strong, width, outbound, arrives ? 'filled' : 'none', dash);
  if (message.lost) cross(ctx, colour, outbound.to);
  if (gaveUpAt === null) return;
  const { x, y } = gaveUpAt;
  line(ctx, colour, 1.8, { from: { x, y: y - 6 }, to: { x, y: y + 6 } });
}

/** Above all lines. */
function writeMessage(ctx: DrawingContext, theme: ChartTheme, placed: PlacedMessage, isHighlighted: boolean): void {
  const { own, failureLabel, gaveUpAt, name, value } = placed;
  const colour = own || isHighlighted ? theme.ink : theme.ink2;
  if (gaveUpAt !== null) write(ctx, theme, 'gives up', gaveUpAt.x + 4, gaveUpAt.y - 5, colour);
  for (const label of [failureLabel, name, value])
    if (label !== null) write(ctx, theme, label.text, label.x, label.y, colour);
}

/** Connects the two commands of a race, below the store's lifeline. */
function drawRace(ctx: DrawingContext, theme: ChartTheme, { from, to }: LineSegment): void {
  ctx.beginPath();
  ctx.moveTo(from.x, from.y + 3);
  ctx.lineTo(from.x, from.y + 10);
  ctx.lineTo(to.x, from.y + 10);
  ctx.lineTo(to.x, from.y + 3);
  strokePath(ctx, theme.ink, 2);
  for (const { x, y } of [from, { x: to.x, y: from.y }]) {
    disc(ctx, x, y, 4);
    ctx.fillStyle = theme.surface;
    ctx.fill();
    strokePath(ctx, theme.ink, 2);
  }
}

/** Where the client has its answer: the mark that the decision has in the charts, and its name. */
function drawOutcome(ctx: DrawingContext, theme: ChartTheme, { x, y }: Point, outcome: Outcome): void {
  disc(ctx, x, y, 8);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  if (outcome === 'deny') cross(ctx, theme.denied, { x, y });
  else {
    disc(ctx, x, y, outcome === 'allow' ? 5 : 4);
    ctx.fillStyle = theme.admitted;
    if (outcome === 'allow') ctx.fill();
    else strokePath(ctx, theme.delayed, 2);
  }
  write(ctx, theme, OUTCOME_NAMES[outcome], x + 11, y + 4, theme.ink);
}

function line(
  ctx: DrawingContext,
  colour: string,
  width: number,
  { from, to }: LineSegment,
  dash: readonly number[] = [],
): void {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.setLineDash([...dash]);
  strokePath(ctx, colour, width);
  ctx.restore();
}

/** Filled for a command, open for a reply. */
function arrow(
  ctx: DrawingContext,
  colour: string,
  width: number,
  segment: LineSegment,
  head: 'filled' | 'open' | 'none',
  dash: readonly number[] = [],
): void {
  line(ctx, colour, width, segment, dash);
  if (head === 'none') return;
  const { from, to } = segment;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [along, across] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (back: number, side: number): readonly [number, number] => [
    to.x - back * along - side * across,
    to.y - back * across + side * along,
  ];
  ctx.beginPath();
  ctx.moveTo(...at(6.5, -3.5));
  ctx.lineTo(to.x, to.y);
  ctx.lineTo(...at(6.5, 3.5));
  if (head === 'open') {
    strokePath(ctx, colour, width);
    return;
  }
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
}

function cross(ctx: DrawingContext, colour: string, { x, y }: Point): void {
  ctx.beginPath();
  for (const side of [1, -1]) {
    ctx.moveTo(x - 4, y - 4 * side);
    ctx.lineTo(x + 4, y + 4 * side);
  }
  strokePath(ctx, colour, 1.8);
}

function disc(ctx: DrawingContext, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

function strokePath(ctx: DrawingContext, colour: string, width: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** Over a ground that keeps it legible on lines; `y` is the base line. */
function write(ctx: DrawingContext, theme: ChartTheme, text: string, x: number, y: number, colour: string): void {
  ctx.save();
  ctx.globalAlpha = 0.8;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(x - 1, y - 10, ctx.measureText(text).width + 2, 13);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
  ctx.restore();
}
