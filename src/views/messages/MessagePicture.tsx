/** The sequence as a picture: lines for client, nodes and store, strokes for messages, what keys held along the store. */
import { useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { nodeName, type Outcome, type Sequence } from '../../sim/index.ts';
import type { Explained } from '../../store/state.ts';
import { observeSize } from '../charts/observe.ts';
import { GLYPHS, VERDICTS } from '../why/whyText.ts';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { idOf } from './hand.ts';
import { layoutOf, type Label, type Layout, type Place, type PlacedMessage, type Stroke } from './layout.ts';
import styles from './Messages.module.css';
import type { Scale } from './timeline.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useMessageDrag } from './useMessageDrag.ts';
import { MESSAGE_KEYS, useMessageKeys } from './useMessageKeys.ts';
import { messageWords } from './words.ts';

export interface MessagePictureProps {
  readonly shown: Explained;
  readonly sequence: Sequence;
  readonly outcome: Outcome;
  /** The message that is pointed at or has the focus, by `idOf`. */
  readonly told: string | null;
  readonly onTell: (id: string | null) => void;
  readonly describedBy: string;
}

export function MessagePicture(props: MessagePictureProps): ReactElement {
  const { sequence } = props;
  const [width, setWidth] = useState(0);
  const [held, setHeld] = useState<Scale | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    setWidth(element.clientWidth);
    return observeSize(element, setWidth);
  }, []);
  const layout = useMemo(() => (width === 0 ? null : layoutOf(sequence, width, held)), [sequence, width, held]);
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
        {layout !== null && <Drawing {...props} layout={layout} onHold={setHeld} />}
      </div>
    </div>
  );
}

interface DrawingProps extends MessagePictureProps {
  readonly layout: Layout;
  /** Keeps the picture's scale while a message is in hand. */
  readonly onHold: (scale: Scale | null) => void;
}

function Drawing({ shown, sequence, outcome, layout, told, onTell, onHold, describedBy }: DrawingProps): ReactElement {
  const svg = useRef<SVGSVGElement>(null);
  const keys = useMessageKeys(shown, sequence);
  const hand = useMessageDrag(svg, shown, layout, { onTell, onHold });
  const keepFocus = useKeptFocus(svg);
  const { width, height, lifelines, messages, waits, taken, ticks, cuts, crossing } = layout;
  const store = lifelines.at(-1)?.y ?? 0;
  // Others' first, so that a request's own lie over them.
  const behind = [...messages].sort((a, b) => Number(a.own) - Number(b.own));
  return (
    <svg ref={svg} className={styles['picture']} width={width} height={height} {...hand}>
      <g className={styles['ink']} aria-hidden="true">
        {ticks.map(({ text, x, y, at }) => (
          <g key={text}>
            <path className={styles['grid']} d={`M${at} ${y + 5}V${store}`} />
            <text className={styles['quiet']} x={x} y={y}>
              {text}
            </text>
          </g>
        ))}
        {lifelines.map(({ name, y }, row) => (
          // The client is gone when it has its answer, and a node when it dies.
          <path
            key={name}
            className={styles['lifeline']}
            d={`M0 ${y}H${row === 0 || (sequence.died && y === taken) ? waits.to.x : width}`}
          />
        ))}
        {cuts.map((x) => lifelines.map(({ name, y }) => <Cut key={`${name} ${x}`} x={x} y={y} />))}
        {messages.map(
          ({ message, value }) =>
            value !== null && (
              <path key={idOf(message)} className={styles['grid']} d={`M${value.at} ${store}V${value.top}`} />
            ),
        )}
        <path className={styles['waits']} d={pathOf(waits)} />
        {taken !== null && (
          <>
            <Arrow stroke={{ from: waits.from, to: { x: waits.from.x, y: taken } }} className={styles['own']} />
            {sequence.died ? (
              <Death x={waits.to.x} y={taken} name={nodeName(sequence.node ?? 0)} />
            ) : (
              <Arrow stroke={{ from: { x: waits.to.x, y: taken }, to: waits.to }} className={styles['own']} />
            )}
          </>
        )}
        {behind.map((placed) => (
          <Message key={idOf(placed.message)} placed={placed} told={idOf(placed.message) === told} />
        ))}
        {crossing !== null && <Bracket {...crossing} />}
      </g>
      <g aria-hidden="true">
        <g transform={`translate(${waits.to.x - 6} ${waits.to.y - 6})`}>
          <circle className={styles['halo']} cx={6} cy={6} r={7} />
          <Glyph name={GLYPHS[outcome]} />
        </g>
        <text className={styles['strong']} x={waits.to.x + 11} y={waits.to.y + 4}>
          {VERDICTS[outcome].toLowerCase()}
        </text>
      </g>
      <g role="list" aria-label="Messages" aria-describedby={describedBy}>
        {messages.map(({ message, way }) => (
          <g
            key={idOf(message)}
            data-message={idOf(message)}
            role="listitem"
            className={styles['message']}
            // It can be moved by keys.
            tabIndex={0}
            aria-label={messageWords(message, sequence)}
            aria-keyshortcuts={MESSAGE_KEYS}
            onKeyDown={(event) => keys.onKeyDown(event, message)}
            onFocus={() => {
              keepFocus.on(idOf(message));
              onTell(idOf(message));
            }}
            onBlur={(event) => {
              keys.onBlur(event);
              keepFocus.off(event);
              onTell(null);
            }}
          >
            <Outline {...way} />
          </g>
        ))}
      </g>
    </svg>
  );
}

function Message({ placed, told }: { readonly placed: PlacedMessage; readonly told: boolean }): ReactElement {
  const { own, way, answer, arrives, answered, ends, gaveUp, name, value, message } = placed;
  const words = own || told ? styles['strong'] : styles['quiet'];
  return (
    <g className={cx(own ? styles['own'] : styles['other'], told && styles['told'])}>
      {answer !== null && (
        <>
          <path className={styles['answer']} d={pathOf(answer)} />
          {answered ? <Head at={answer} open /> : <Lost {...answer.to} />}
        </>
      )}
      <path className={styles['way']} d={pathOf(way)} />
      {arrives ? <Head at={way} /> : message.lost && <Lost {...way.to} />}
      {gaveUp !== null && (
        <>
          <path className={styles['mark']} d={`M${gaveUp.x} ${gaveUp.y - 6}V${gaveUp.y + 6}`} />
          <text className={words} x={gaveUp.x + 4} y={gaveUp.y - 5}>
            gives up
          </text>
        </>
      )}
      <Words label={ends} className={words} />
      <Words label={name} className={words} />
      <Words label={value} className={words} />
    </g>
  );
}

function Words({ label, className }: { readonly label: Label | null; readonly className: string | undefined }) {
  return label === null ? null : (
    <text className={className} x={label.x} y={label.y}>
      {label.text}
    </text>
  );
}

function Arrow({ stroke, className }: { readonly stroke: Stroke; readonly className: string | undefined }) {
  return (
    <g className={className}>
      <path className={styles['answer']} d={pathOf(stroke)} />
      <Head at={stroke} open />
    </g>
  );
}

/** Where a stroke ends: filled for a command, open for an answer. */
function Head({ at: { from, to }, open = false }: { readonly at: Stroke; readonly open?: boolean }) {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <path
      className={open ? styles['openHead'] : styles['filled']}
      d={open ? 'M-6 -3.5L0 0L-6 3.5' : 'M0 0L-7 -3.5V3.5Z'}
      transform={`translate(${to.x} ${to.y}) rotate(${turn})`}
    />
  );
}

function Lost({ x, y }: Place) {
  return (
    <path className={styles['mark']} d={`M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}`} />
  );
}

/** Where a node's line ends: it answers nobody any more. */
function Death({ x, y, name }: Place & { readonly name: string }) {
  return (
    <>
      <Lost x={x} y={y} />
      <text className={styles['strong']} x={x + 11} y={y + 4}>
        {name} dies
      </text>
    </>
  );
}

/** Two short strokes through a line: here a silence was cut short. */
function Cut({ x, y }: Place) {
  return (
    <>
      <rect className={styles['gap']} x={x - 3} y={y - 2} width={6} height={4} />
      <path className={styles['cut']} d={`M${x - 5} ${y + 4}l4 -8M${x + 1} ${y + 4}l4 -8`} />
    </>
  );
}

/** From one command that crossed to the other, under the store's line. */
function Bracket({ from, to }: Stroke) {
  return (
    <g className={styles['bracket']}>
      <path d={`M${from.x} ${from.y + 3}v7H${to.x}v-7`} />
      <circle cx={from.x} cy={from.y} r={4} />
      <circle cx={to.x} cy={to.y} r={4} />
    </g>
  );
}

/** Around the stroke that has the focus. */
function Outline({ from, to }: Stroke) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return (
    <rect
      x={-6}
      y={-6}
      width={length + 12}
      height={12}
      rx={6}
      transform={`translate(${from.x} ${from.y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`}
    />
  );
}

function pathOf({ from, to }: Stroke): string {
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}
