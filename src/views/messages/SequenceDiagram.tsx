/**
 * The sequence diagram: lifelines for client, nodes and store, arrows for messages, and key values below the store. The
 * canvas is for the eye; over it lies the list of its messages.
 */
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactElement,
  type RefObject,
} from 'react';
import type { Outcome, Sequence } from '../../sim/index.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { paint } from '../charts/liveChart.ts';
import { observePixelRatio, observeSize, pixelRatio } from '../charts/observers.ts';
import { NO_GUTTERS, plotIn } from '../charts/viewport.ts';
import { messageId } from './messageDrag.ts';
import { diagramLayout, type DiagramLayout, type LineSegment } from './diagramLayout.ts';
import { drawSequence } from './drawSequence.ts';
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
  const [dragScale, setDragScale] = useState<TimeScale | null>(null);
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
        {layout !== null && <Diagram {...props} layout={layout} onDragScale={setDragScale} />}
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
  const { width, height } = layout;
  return (
    <div ref={stage} className={styles['stage']} style={{ width, height }} {...dragHandlers}>
      <SequenceCanvas sequence={sequence} layout={layout} outcome={outcome} highlightedId={highlightedId} />
      <MessagesInOrder {...props} stage={stage} />
    </div>
  );
}

function SequenceCanvas({
  sequence,
  layout,
  outcome,
  highlightedId,
}: Pick<DiagramProps, 'sequence' | 'layout' | 'outcome' | 'highlightedId'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useChartTheme();
  const ratio = useSyncExternalStore(observePixelRatio, pixelRatio);
  useLayoutEffect(() => {
    const { width, height } = layout;
    const viewport = { width, height, plot: plotIn(width, height, NO_GUTTERS), from: 0, to: 1, pixelRatio: ratio };
    paint(canvas.current as HTMLCanvasElement, viewport, theme, (ctx) => {
      drawSequence(ctx, theme, sequence, layout, outcome, highlightedId);
    });
  }, [sequence, layout, outcome, highlightedId, theme, ratio]);
  return <canvas ref={canvas} aria-hidden="true" />;
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
  const keepFocus = useRestoredFocus(stage, messageId({ request: sequence.request, command: 0 }));
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
