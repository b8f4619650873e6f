import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { cx } from './cx.ts';
import styles from './LogSlider.module.css';
import { sliderPosition, nearestStopAt, stopFromKey, type Stops } from './sliderStops.ts';
import { useDebouncedCommit } from './useDebouncedCommit.ts';
import { useDrag, type Drag } from './useDrag.ts';

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

export function LogSlider(props: LogSliderProps): ReactElement {
  const { label, value, valueText, hollow = false, onInput, onCommit, className } = props;
  const rail = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));
  const { drag, stops } = useThumbDrag(rail, thumb, commit.flush, props);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      commit.flush();
      return;
    }
    if (drag.isPressed()) return;
    const next = stopFromKey(stops, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === value && !hollow) return;
    onInput(next);
    commit.schedule(next);
  }

  return (
    <div
      className={cx(styles['slider'], hollow && styles['hollow'], className)}
      style={{ '--place': sliderPosition(stops, value) } as CSSProperties}
      {...drag.handlers}
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

/** @returns the drag, and the stops: those that were there when it began, while it lasts */
function useThumbDrag(
  rail: RefObject<HTMLElement | null>,
  thumb: RefObject<HTMLElement | null>,
  flushKeys: () => void,
  props: LogSliderProps,
) {
  const [held, setHeld] = useState<Stops | null>(null);
  const stops = held ?? props.stops;
  // A drag outlives the render in which it began: it sends through the newest one's listeners.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  function pressThumb(event: PointerEvent<HTMLDivElement>): Drag {
    // Else the press would select text or, on the rail, take the focus away again.
    event.preventDefault();
    flushKeys();
    thumb.current?.focus({ preventScroll: true });
    const { value: start, hollow } = props;
    const onThumb = thumb.current?.contains(event.target as Node) === true;
    // From the thumb's middle to where it was taken, so that it does not jump.
    const offset = onThumb ? event.clientX - centerOf(thumb.current) : 0;
    let emitted = start;
    // A press that changed nothing is no step to undo.
    let changed = false;
    const emit = (next: number): void => {
      emitted = next;
      changed = true;
      latest.current.onInput(next);
    };
    const moveTo = (next: number): void => {
      if (next !== emitted) emit(next);
    };
    const end = (): void => {
      setHeld(null);
      if (changed) latest.current.onCommit?.(emitted);
    };

    setHeld(stops);
    const pressed = onThumb ? start : nearestStopAt(stops, positionOn(rail.current, event.clientX));
    // A touched value becomes one's own even where it stays the same: "follows n" ends here.
    if (hollow === true) emit(pressed);
    else moveTo(pressed);
    return {
      threshold: 0,
      onMove: ({ x }) => moveTo(nearestStopAt(stops, positionOn(rail.current, x - offset))),
      onEnd: end,
      onCancel() {
        moveTo(start);
        end();
      },
    };
  }

  return { drag: useDrag(pressThumb), stops };
}

function centerOf(element: HTMLElement | null): number {
  const box = element?.getBoundingClientRect();
  return box === undefined ? 0 : box.left + box.width / 2;
}

function positionOn(rail: HTMLElement | null, x: number): number {
  const box = rail?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? 0 : (x - box.left) / box.width;
}
