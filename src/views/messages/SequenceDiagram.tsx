/**
 * The sequence diagram: lifelines for client, nodes and store, arrows for messages, and key values below the store. The
 * picture is for the eye; over it lies the list of its messages.
 */
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type RefObject,
} from 'react';
import { nodeName, type Outcome, type Sequence } from '../../sim/index.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { observeSize } from '../charts/observers.ts';
import { OUTCOME_GLYPHS, OUTCOME_NAMES } from '../text/outcomeText.ts';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { messageId } from './messageDrag.ts';
import {
  diagramLayout,
  type TextLabel,
  type DiagramLayout,
  type Point,
  type PlacedMessage,
  type LineSegment,
} from './diagramLayout.ts';
import styles from './SequenceDiagram.module.css';
import type { TimeScale } from './timeline.ts';
import { useRestoredFocus } from './useRestoredFocus.ts';
import { useMessageDrag } from './useMessageDrag.ts';
import { MESSAGE_KEYS, useMessageKeys } from './useMessageKeys.ts';
import { messageSentence } from './messageText.ts';

export interface SequenceDiagramProps {
  readonly explained: ExplainedDecision;
  readonly sequence: Sequence;
  readonly outcome: Outcome;
  /** `messageId` of the message that is hovered or focused. */
  readonly highlightedId: string | null;
  readonly onHighlight: (id: string | null) => void;
  readonly describedBy: string;
}

export function SequenceDiagram(props: SequenceDiagramProps): ReactElement {
  const { sequence } = props;
  const [width, setWidth] = useState(0);
  const [dragScale, setHeld] = useState<TimeScale | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    setWidth(element.clientWidth);
    return observeSize(element, setWidth);
  }, []);
  const layout = useMemo(
    () => (width === 0 ? null : diagramLayout(sequence, width, dragScale)),
    [sequence, width, dragScale],
  );
  return (
    <div className={styles['frame']}>
      <div className={styles['names']} style={{ height: layout?.height }} aria-hidden="true">
        {layout?.lifelines.map(({ name, y }) => (
          <span key={name} style={{ top: y - 8 }}>
            {name}
          </span>
        ))}
      </div>
      <div ref={scroller} className={styles['scroller']}>
        {layout !== null && <Diagram {...props} layout={layout} onDragScale={setHeld} />}
      </div>
    </div>
  );
}

interface DiagramProps extends SequenceDiagramProps {
  readonly layout: DiagramLayout;
  /** Freezes the time scale while a message is dragged. */
  readonly onDragScale: (scale: TimeScale | null) => void;
}

function Diagram(props: DiagramProps): ReactElement {
  const { explained, sequence, outcome, layout, highlightedId, onHighlight, onDragScale } = props;
  const stage = useRef<HTMLDivElement>(null);
  const dragHandlers = useMessageDrag(stage, explained, layout, { onHighlight, onDragScale });
  const { width, height, messages, clientWait, race } = layout;
  // Other requests' messages first, so that the selected request's are drawn on top.
  const drawOrder = [...messages].sort((a, b) => Number(a.own) - Number(b.own));
  return (
    <div ref={stage} className={styles['stage']} style={{ width, height }} {...dragHandlers}>
      <svg className={styles['picture']} width={width} height={height} aria-hidden="true">
        <g className={styles['strokes']}>
          <Lifelines sequence={sequence} layout={layout} />
          <ClientExchange sequence={sequence} layout={layout} />
          {drawOrder.map((placed) => (
            <MessageArrow
              key={messageId(placed.message)}
              placed={placed}
              isHighlighted={messageId(placed.message) === highlightedId}
            />
          ))}
          {race !== null && <RaceBracket {...race} />}
        </g>
        <OutcomeMark {...clientWait.to} outcome={outcome} />
      </svg>
      <MessagesInOrder {...props} stage={stage} />
    </div>
  );
}

/** What the arrows say, as a list in the order of sending: an item lies over its arrow, and can be focused and moved. */
function MessagesInOrder({
  explained,
  sequence,
  layout,
  onHighlight,
  describedBy,
  stage,
}: DiagramProps & { readonly stage: RefObject<HTMLElement | null> }) {
  const keys = useMessageKeys(explained, sequence);
  const keepFocus = useRestoredFocus(stage);
  return (
    <ol className={styles['list']} aria-label="Messages" aria-describedby={describedBy}>
      {layout.messages.map(({ message, outbound }) => (
        <li
          key={messageId(message)}
          data-message={messageId(message)}
          className={styles['message']}
          style={outlineOf(outbound)}
          // Arrow keys move it, so it must be focusable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={messageSentence(message, sequence)}
          aria-keyshortcuts={MESSAGE_KEYS}
          onKeyDown={(event) => keys.onKeyDown(event, message)}
          onFocus={() => {
            keepFocus.on(messageId(message));
            onHighlight(messageId(message));
          }}
          onBlur={(event) => {
            keys.onBlur(event);
            keepFocus.off(event);
            onHighlight(null);
          }}
        >
          <span className="visually-hidden">{messageSentence(message, sequence)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Beneath the arrows: the grid, the lifelines with the gaps where time was shortened, and the lines to the values. */
function Lifelines({ sequence, layout }: Pick<DiagramProps, 'sequence' | 'layout'>) {
  const { width, lifelines, messages, clientWait, nodeY, ticks, timeBreaks } = layout;
  const store = lifelines.at(-1)?.y ?? 0;
  return (
    <>
      {ticks.map(({ text, x, y, at }) => (
        <g key={text}>
          <path className={styles['grid']} d={`M${at} ${y + 5}V${store}`} />
          <text x={x} y={y}>
            {text}
          </text>
        </g>
      ))}
      {lifelines.map(({ name, y }, row) => (
        // The client's lifeline ends with its answer, a node's when it dies.
        <path
          key={name}
          className={styles['lifeline']}
          d={`M0 ${y}H${row === 0 || (sequence.nodeDied && y === nodeY) ? clientWait.to.x : width}`}
        />
      ))}
      {timeBreaks.map((x) => lifelines.map(({ name, y }) => <TimeBreak key={`${name} ${x}`} x={x} y={y} />))}
      {messages.map(
        ({ message, value }) =>
          value !== null && (
            <path key={messageId(message)} className={styles['grid']} d={`M${value.at} ${store}V${value.top}`} />
          ),
      )}
    </>
  );
}

/** From the client to its node and back, unless the node dies before it answers. */
function ClientExchange({ sequence, layout: { clientWait, nodeY } }: Pick<DiagramProps, 'sequence' | 'layout'>) {
  const { from, to } = clientWait;
  return (
    <>
      <path className={styles['clientWait']} d={linePath(clientWait)} />
      {nodeY !== null && <ReplyArrow from={from} to={{ x: from.x, y: nodeY }} />}
      {nodeY !== null && !sequence.nodeDied && <ReplyArrow from={{ x: to.x, y: nodeY }} to={to} />}
      {nodeY !== null && sequence.nodeDied && <NodeDeath x={to.x} y={nodeY} name={nodeName(sequence.node ?? 0)} />}
    </>
  );
}

/** Where the client has its answer. */
function OutcomeMark({ x, y, outcome }: Point & { readonly outcome: Outcome }) {
  return (
    <g>
      <g transform={`translate(${x - 6} ${y - 6})`}>
        <circle className={styles['halo']} cx={6} cy={6} r={7} />
        <Glyph name={OUTCOME_GLYPHS[outcome]} />
      </g>
      <text className={styles['strong']} x={x + 11} y={y + 4}>
        {OUTCOME_NAMES[outcome]}
      </text>
    </g>
  );
}

function MessageArrow({ placed, isHighlighted }: { readonly placed: PlacedMessage; readonly isHighlighted: boolean }) {
  const { own, outbound, reply, arrives, replyArrives, failureLabel, gaveUpAt, name, value, message } = placed;
  const textClass = own || isHighlighted ? styles['strong'] : undefined;
  return (
    <g className={cx(own ? styles['own'] : styles['other'], isHighlighted && styles['highlighted'])}>
      {reply !== null && (
        <>
          <path className={styles['reply']} d={linePath(reply)} />
          {replyArrives ? <ArrowHead at={reply} open /> : <CrossMark {...reply.to} />}
        </>
      )}
      <path className={styles['outbound']} d={linePath(outbound)} />
      {arrives ? <ArrowHead at={outbound} /> : message.lost && <CrossMark {...outbound.to} />}
      {gaveUpAt !== null && (
        <>
          <path className={styles['crossMark']} d={`M${gaveUpAt.x} ${gaveUpAt.y - 6}V${gaveUpAt.y + 6}`} />
          <text className={textClass} x={gaveUpAt.x + 4} y={gaveUpAt.y - 5}>
            gives up
          </text>
        </>
      )}
      <DiagramText label={failureLabel} className={textClass} />
      <DiagramText label={name} className={textClass} />
      <DiagramText label={value} className={textClass} />
    </g>
  );
}

type DiagramTextProps = { readonly label: TextLabel | null; readonly className: string | undefined };

function DiagramText({ label, className }: DiagramTextProps) {
  return label === null ? null : (
    <text className={className} x={label.x} y={label.y}>
      {label.text}
    </text>
  );
}

function ReplyArrow(stroke: LineSegment) {
  return (
    <g className={styles['own']}>
      <path className={styles['reply']} d={linePath(stroke)} />
      <ArrowHead at={stroke} open />
    </g>
  );
}

/** The end of an arrow: filled for a command, open for a reply. */
function ArrowHead({ at: { from, to }, open = false }: { readonly at: LineSegment; readonly open?: boolean }) {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <path
      className={open ? undefined : styles['arrowHead']}
      d={open ? 'M-6 -3.5L0 0L-6 3.5' : 'M0 0L-7 -3.5V3.5Z'}
      transform={`translate(${to.x} ${to.y}) rotate(${turn})`}
    />
  );
}

function CrossMark({ x, y }: Point) {
  return (
    <path
      className={styles['crossMark']}
      d={`M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}`}
    />
  );
}

/** The end of a dead node's lifeline. */
function NodeDeath({ x, y, name }: Point & { readonly name: string }) {
  return (
    <>
      <CrossMark x={x} y={y} />
      <text className={styles['strong']} x={x + 11} y={y + 4}>
        {name} dies
      </text>
    </>
  );
}

/** Two short strokes through a lifeline: an idle interval was shortened here. */
function TimeBreak({ x, y }: Point) {
  return (
    <>
      <rect className={styles['timeBreakGap']} x={x - 3} y={y - 2} width={6} height={4} />
      <path className={styles['timeBreak']} d={`M${x - 5} ${y + 4}l4 -8M${x + 1} ${y + 4}l4 -8`} />
    </>
  );
}

/** Connects the two commands of a race, below the store's lifeline. */
function RaceBracket({ from, to }: LineSegment) {
  return (
    <g className={styles['raceBracket']}>
      <path d={`M${from.x} ${from.y + 3}v7H${to.x}v-7`} />
      <circle cx={from.x} cy={from.y} r={4} />
      <circle cx={to.x} cy={to.y} r={4} />
    </g>
  );
}

/** The distance of a focus outline from its arrow, px. */
const OUTLINE_GAP = 6;

/** A box around an arrow, turned with it. */
function outlineOf({ from, to }: LineSegment): CSSProperties {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return {
    left: from.x - OUTLINE_GAP,
    top: from.y - OUTLINE_GAP,
    width: Math.hypot(dx, dy) + 2 * OUTLINE_GAP,
    height: 2 * OUTLINE_GAP,
    transformOrigin: `${OUTLINE_GAP}px ${OUTLINE_GAP}px`,
    transform: `rotate(${Math.atan2(dy, dx)}rad)`,
  };
}

function linePath({ from, to }: LineSegment): string {
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}
