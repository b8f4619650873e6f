import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { cx } from './cx.ts';
import styles from './LogSlider.module.css';
import { sliderPosition, nearestStopAt, stopFromKey, type Stops } from './sliderStops.ts';
import { useDebouncedCommit } from './useDebouncedCommit.ts';

export interface LogSliderProps {
  readonly label: string;
  /** Rising, greater than 0. They may change with the value: while the thumb is held, those stay that were there. */
  readonly stops: Stops;
  /** Any value; between two stops it stands where it belongs, beyond the ends at the end. */
  readonly value: number;
  /** The value as it is said: `10 requests`. */
  readonly valueText: string;
  /** A thumb that one can see through: the value comes from elsewhere. */
  readonly hollow?: boolean;
  /** Each stop that is reached: at most one a frame while dragging, and one a key. */
  readonly onInput: (value: number) => void;
  /** The end of a drag, or of keys with pauses under 800 ms: the end of an undo step. `onInput` had the value before. */
  readonly onCommit?: (value: number) => void;
  readonly className?: string;
}

interface SliderDrag {
  /** From the thumb's middle to where it was taken, so that it does not jump. */
  readonly offset: number;
  readonly stops: Stops;
  readonly start: number;
  /** Where the pointer was last, and what was handed out last. */
  pending: number;
  emitted: number;
  /** Whether anything was handed out: a press that changed nothing is no step to undo. */
  moved: boolean;
  frame: number;
}

export function LogSlider({
  label,
  stops: givenStops,
  value,
  valueText,
  hollow = false,
  onInput,
  onCommit,
  className,
}: LogSliderProps): ReactElement {
  const rail = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const drag = useRef<SliderDrag | null>(null);
  const [held, setHeld] = useState<Stops | null>(null);
  const stops = held ?? givenStops;
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));

  function thumbCenter(): number {
    const box = thumb.current?.getBoundingClientRect();
    return box === undefined ? 0 : box.left + box.width / 2;
  }

  function positionAt(x: number): number {
    const box = rail.current?.getBoundingClientRect();
    return box === undefined || box.width === 0 ? 0 : (x - box.left) / box.width;
  }

  function emitPending(activeDrag: SliderDrag): void {
    cancelAnimationFrame(activeDrag.frame);
    activeDrag.frame = 0;
    if (activeDrag.pending === activeDrag.emitted) return;
    emit(activeDrag);
  }

  function emit(going: SliderDrag): void {
    going.emitted = going.pending;
    going.moved = true;
    onInput(going.pending);
  }

  function handlePointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || drag.current !== null) return;
    // Else the press would select text or, on the rail, take the focus away again.
    event.preventDefault();
    commit.flush();
    thumb.current?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const onThumb = thumb.current?.contains(event.target as Node) === true;
    const going: SliderDrag = {
      offset: onThumb ? event.clientX - thumbCenter() : 0,
      stops,
      start: value,
      pending: onThumb ? value : nearestStopAt(stops, positionAt(event.clientX)),
      emitted: value,
      moved: false,
      frame: 0,
    };
    drag.current = going;
    setHeld(stops);
    // A touched value becomes one's own even where it stays the same: "follows n" ends here.
    if (hollow) emit(going);
    else emitPending(going);
  }

  function handlePointerMove(event: PointerEvent<HTMLDivElement>): void {
    const going = drag.current;
    if (going === null) return;
    going.pending = nearestStopAt(going.stops, positionAt(event.clientX - going.offset));
    if (going.frame === 0) going.frame = requestAnimationFrame(() => sendLatest.current());
  }

  function handlePointerEnd(event: PointerEvent<HTMLDivElement>): void {
    const going = drag.current;
    if (going === null) return;
    // The browser took the finger for its own, to scroll: it was no drag.
    if (event.type === 'pointercancel') going.pending = going.start;
    endDrag(going);
  }

  function endDrag(going: SliderDrag): void {
    drag.current = null;
    setHeld(null);
    emitPending(going);
    if (going.moved) onCommit?.(going.emitted);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      commit.flush();
      return;
    }
    const going = drag.current;
    if (going !== null) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      going.pending = going.start;
      endDrag(going);
      return;
    }
    const next = stopFromKey(stops, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === value && !hollow) return;
    onInput(next);
    commit.schedule(next);
  }

  // A frame outlives the render that asked for it: it sends through the newest one's `onInput`.
  const sendLatest = useRef(() => {});
  useEffect(() => {
    sendLatest.current = () => {
      if (drag.current !== null) emitPending(drag.current);
    };
  });
  useEffect(
    () => () => {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame);
      drag.current = null;
    },
    [],
  );

  return (
    <div
      className={cx(styles['slider'], hollow && styles['hollow'], className)}
      style={{ '--place': sliderPosition(stops, value) } as CSSProperties}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
    >
      <div ref={rail} className={styles['rail']}>
        <div
          ref={thumb}
          className={styles['thumb']}
          // An input of type range has one step for its whole length.
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={stops[0]}
          aria-valuemax={stops.at(-1)}
          aria-valuenow={value}
          aria-valuetext={valueText}
          aria-orientation="horizontal"
          onKeyDown={handleKeyDown}
          onBlur={commit.flush}
        />
      </div>
    </div>
  );
}
