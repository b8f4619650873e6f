/**
 * While the run plays slowly, each request falls from the track into the state picture of every lane in sight, or bounces
 * off it. Each is an element that the browser moves by itself: a frame only looks for requests that have come.
 */
import { useEffect, useRef, type ReactElement } from 'react';
import { firstAtOrAfter, outcomeOf, type Marks, type Outcome } from '../../../sim/index.ts';
import { useAppState, useStoreApi } from '../../../store/playgroundContext.tsx';
import { laneChartData } from '../../../store/selectors.ts';
import type { Range } from '../../../store/state.ts';
import { reducedMotion } from '../../ui/mediaQueries.ts';
import styles from './FallingRequests.module.css';
import { createFallLimit, fallPath, type Point, type Spot } from './fallPaths.ts';

/** Faster, and the eye cannot follow. */
const MAX_SPEED = 4;
/** How often places are looked up: in a task of its own, since a frame must not wait for a layout. */
const MEASURE_MS = 250;
/** Requests at one instant follow each other at this distance, ms. */
const STAGGER_MS = 40;

export default function FallingRequests(): ReactElement {
  const store = useStoreApi();
  const layer = useRef<HTMLDivElement>(null);
  const slow = useAppState(({ playing, speed }) => playing && speed <= MAX_SPEED);
  useEffect(() => {
    if (!slow || layer.current === null || reducedMotion()) return undefined;
    const element = layer.current;
    let places = findPlaces();
    const timer = setInterval(() => {
      places = findPlaces();
    }, MEASURE_MS);
    const limits = new Map<number, (now: number) => boolean>();
    let before = store.player.at;
    const unsubscribe = store.player.subscribe(({ at, playing }) => {
      const from = before;
      before = at;
      if (!playing || at <= from || places === null) return;
      const state = store.getState();
      for (const [lane, spot] of places.spots) {
        const marks = laneChartData(state, lane)?.marks ?? null;
        if (marks === null) continue;
        let mayFall = limits.get(lane);
        if (mayFall === undefined) limits.set(lane, (mayFall = createFallLimit()));
        let delay = 0;
        for (const index of comeBetween(marks, from, at)) {
          if (!mayFall(performance.now())) break;
          const start = pointOn(places.track, state.range, marks.at[index] as number);
          letFall(element, start, spot, outcomeOf(marks.verdict[index] as number), delay);
          delay += STAGGER_MS;
        }
      }
    });
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [store, slow]);
  return <div ref={layer} className={styles['layer']} data-falling aria-hidden />;
}

interface Places {
  readonly track: Spot;
  /** The pictures in sight, by lane. */
  readonly spots: ReadonlyMap<number, Spot>;
}

/** Null where there is no track. */
function findPlaces(): Places | null {
  const track = document.querySelector('[data-falls-from]')?.getBoundingClientRect();
  const area = document.querySelector('#lanes')?.getBoundingClientRect();
  if (track === undefined || area === undefined) return null;
  const spots = new Map<number, Spot>();
  for (const picture of document.querySelectorAll<HTMLElement>('[data-falls-into]')) {
    const box = picture.getBoundingClientRect();
    if (box.width > 0 && box.top >= area.top && box.bottom <= area.bottom)
      spots.set(Number(picture.dataset['fallsInto']), box);
  }
  return { track, spots };
}

function comeBetween({ at }: Marks, from: number, to: number): readonly number[] {
  const found: number[] = [];
  // Both are whole microseconds.
  for (let index = firstAtOrAfter(at, from + 1); index < at.length && (at[index] as number) <= to; index++)
    found.push(index);
  return found;
}

/** The foot of the track at an instant. */
function pointOn({ left, top, width, height }: Spot, { from, to }: Range, at: number): Point {
  return { x: left + ((at - from) / (to - from)) * width, y: top + height };
}

function letFall(layer: HTMLElement, from: Point, spot: Spot, outcome: Outcome, delay: number): void {
  const [outer, inner] = [document.createElement('div'), document.createElement('div')];
  outer.className = styles['fall'] ?? '';
  outer.dataset['outcome'] = outcome;
  outer.append(inner);
  layer.append(outer);
  const { duration, across, down } = fallPath(from, spot, outcome);
  const timing = { duration, delay, fill: 'both' } as const;
  outer.animate(across, timing);
  inner.animate(down, timing).onfinish = () => outer.remove();
}
