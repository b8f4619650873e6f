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
import { placeOf, stopAt, stopFromKey, type Stops } from './stops.ts';
import { useCommit } from './useCommit.ts';

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

interface Drag {
  /** From the thumb's middle to where it was taken, so that it does not jump. */
  readonly grip: number;
  readonly stops: Stops;
  readonly start: number;
  /** Where the pointer was last, and what was handed out last. */
  latest: number;
  sent: number;
  /** Whether anything was handed out: a press that changed nothing is no step to undo. */
  moved: boolean;
  frame: number;
}

export function LogSlider({
  label,
  stops: given,
  value,
  valueText,
  hollow = false,
  onInput,
  onCommit,
  className,
}: LogSliderProps): ReactElement {
  const rail = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [held, setHeld] = useState<Stops | null>(null);
  const stops = held ?? given;
  const commit = useCommit<number>((last) => onCommit?.(last));

  function middle(): number {
    const box = thumb.current?.getBoundingClientRect();
    return box === undefined ? 0 : box.left + box.width / 2;
  }

  function placeUnder(x: number): number {
    const box = rail.current?.getBoundingClientRect();
    return box === undefined || box.width === 0 ? 0 : (x - box.left) / box.width;
  }

  function send(going: Drag): void {
    cancelAnimationFrame(going.frame);
    going.frame = 0;
    if (going.latest === going.sent) return;
    hand(going);
  }

  function hand(going: Drag): void {
    going.sent = going.latest;
    going.moved = true;
    onInput(going.latest);
  }

  function take(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || drag.current !== null) return;
    // Else the press would select text or, on the rail, take the focus away again.
    event.preventDefault();
    commit.now();
    thumb.current?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const onThumb = thumb.current?.contains(event.target as Node) === true;
    const going: Drag = {
      grip: onThumb ? event.clientX - middle() : 0,
      stops,
      start: value,
      latest: onThumb ? value : stopAt(stops, placeUnder(event.clientX)),
      sent: value,
      moved: false,
      frame: 0,
    };
    drag.current = going;
    setHeld(stops);
    // A touched value becomes one's own even where it stays the same: "follows n" ends here.
    if (hollow) hand(going);
    else send(going);
  }

  function move(event: PointerEvent<HTMLDivElement>): void {
    const going = drag.current;
    if (going === null) return;
    going.latest = stopAt(going.stops, placeUnder(event.clientX - going.grip));
    if (going.frame === 0) going.frame = requestAnimationFrame(() => sendLatest.current());
  }

  function finish(event: PointerEvent<HTMLDivElement>): void {
    const going = drag.current;
    if (going === null) return;
    // The browser took the finger for its own, to scroll: it was no drag.
    if (event.type === 'pointercancel') going.latest = going.start;
    end(going);
  }

  function end(going: Drag): void {
    drag.current = null;
    setHeld(null);
    send(going);
    if (going.moved) onCommit?.(going.sent);
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      commit.now();
      return;
    }
    const going = drag.current;
    if (going !== null) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      going.latest = going.start;
      end(going);
      return;
    }
    const next = stopFromKey(stops, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === value && !hollow) return;
    onInput(next);
    commit.later(next);
  }

  // A frame outlives the render that asked for it: it sends through the newest one's `onInput`.
  const sendLatest = useRef(() => {});
  useEffect(() => {
    sendLatest.current = () => {
      if (drag.current !== null) send(drag.current);
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
      style={{ '--place': placeOf(stops, value) } as CSSProperties}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={finish}
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
          onKeyDown={press}
          onBlur={commit.now}
        />
      </div>
    </div>
  );
}
