import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { cx } from './cx.ts';
import { useDisabled } from './Disabled.tsx';
import styles from './LogSlider.module.css';
import { sliderPosition, nearestStopAt, stopFromKey, type Stops } from './sliderStops.ts';
import { useDebouncedCommit } from './useDebouncedCommit.ts';
import { useDrag, type Drag } from './useDrag.ts';

export interface LogSliderProps {
  readonly label: string;
  /** Ascending, greater than 0. They may change with the value, but not while the thumb is being dragged. */
  readonly stops: Stops;
  /** Any value: one between two stops is placed to scale, one outside them at the nearer end. */
  readonly value: number;
  /** The value as it is read out: `10 requests`. */
  readonly valueText: string;
  /** A hollow thumb: the value is derived from another one. */
  readonly hollow?: boolean;
  /** Called for each stop reached: at most once a frame while dragging, and once per key press. */
  readonly onInput: (value: number) => void;
  /** At the end of a drag, or after 800 ms without a key press: one undo step. `onInput` had the value before. */
  readonly onCommit?: (value: number) => void;
  readonly className?: string;
}

export function LogSlider(props: LogSliderProps): ReactElement {
  const { label, value, valueText, hollow = false, onInput, onCommit, className } = props;
  const why = useDisabled();
  const whyId = useId();
  const rail = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));
  const { drag, stops } = useThumbDrag(rail, thumb, commit.flush, props);
  const place = 100 * sliderPosition(stops, value);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      commit.flush();
      return;
    }
    if (drag.isPressed() || why !== null) return;
    const next = stopFromKey(stops, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === value && !hollow) return;
    onInput(next);
    commit.schedule(next);
  }

  return (
    <div
      className={cx(styles['slider'], hollow && styles['hollow'], why !== null && styles['off'], className)}
      title={why ?? undefined}
      {...(why === null ? drag.handlers : {})}
    >
      <div className={styles['bounds']}>
        <div ref={rail} className={styles['rail']}>
          <div className={styles['filled']} style={{ right: `${100 - place}%` }} />
          <div
            ref={thumb}
            className={styles['thumb']}
            style={{ left: `${place}%` }}
            // An input of type range has one fixed step.
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={stops[0]}
            aria-valuemax={stops.at(-1)}
            aria-valuenow={value}
            aria-valuetext={valueText}
            aria-orientation="horizontal"
            aria-disabled={why !== null || undefined}
            aria-describedby={why === null ? undefined : whyId}
            onKeyDown={handleKeyDown}
            onBlur={commit.flush}
          />
        </div>
      </div>
      {why !== null && (
        <span id={whyId} hidden>
          {why}
        </span>
      )}
    </div>
  );
}

/** @returns the drag, and the stops, which stay as they were at its start while it lasts */
function useThumbDrag(
  rail: RefObject<HTMLElement | null>,
  thumb: RefObject<HTMLElement | null>,
  flushKeys: () => void,
  props: LogSliderProps,
) {
  const [held, setHeld] = useState<Stops | null>(null);
  const stops = held ?? props.stops;
  // A drag outlives the render in which it began, so it calls the listeners of the latest one.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  function pressThumb(event: PointerEvent<HTMLDivElement>): Drag {
    // Otherwise the press would select text or, on the rail, move the focus away again.
    event.preventDefault();
    flushKeys();
    thumb.current?.focus({ preventScroll: true });
    const { value: start, hollow } = props;
    const onThumb = thumb.current?.contains(event.target as Node) === true;
    // The distance from the thumb's centre to the point where it was grabbed, so that it does not jump.
    const offset = onThumb ? event.clientX - centerOf(thumb.current) : 0;
    let emitted = start;
    // A press that changed nothing is not an undo step.
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
    // Touching a derived value makes it explicit even if it stays the same: "follows n" ends here.
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
