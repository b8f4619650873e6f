/**
 * The track as the pointer handlers see it: what is at a point, and what a press there would do, in the current state.
 */
import type { RefObject } from 'react';
import { MILLISECOND, type Duration, type Instant } from '../../sim/index.ts';
import { currentPhaseSelection } from '../../store/selectors.ts';
import type { ReadableStore } from '../../store/store.ts';
import type { AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import type { Gutters } from '../charts/viewport.ts';
import type { PhaseBlock, TrackGeometry } from './blockLayout.ts';
import { dragReadout, type DragTarget } from './drags.ts';
import { hitAt, type Hit } from './hitTest.ts';
import { niceStep } from '../format/niceSteps.ts';
import { pointerAction, type PointerAction, type TrackTool } from './pointerActions.ts';

export interface TrackRefs {
  readonly chart: RefObject<ChartHandle | null>;
  readonly axis: RefObject<AxisHeaderHandle | null>;
  /** The selection box; it is moved outside React. */
  readonly box: RefObject<HTMLElement | null>;
}

export interface TrackContext {
  readonly track: TrackGeometry;
  readonly blocks: readonly PhaseBlock[];
  readonly gutters: Gutters;
  readonly tool: TrackTool;
}

/** Pixels of the plot. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export class TrackSurface {
  readonly #element: HTMLElement;
  readonly #refs: TrackRefs;
  readonly #context: RefObject<TrackContext>;
  readonly #store: ReadableStore;

  constructor(element: HTMLElement, refs: TrackRefs, context: RefObject<TrackContext>, store: ReadableStore) {
    this.#element = element;
    this.#refs = refs;
    this.#context = context;
    this.#store = store;
  }

  get track(): TrackGeometry {
    return this.#context.current.track;
  }

  get scenario() {
    return this.#store.getState().scenario;
  }

  get selection() {
    return currentPhaseSelection(this.#store.getState());
  }

  /** Takes client coordinates. */
  pointAt(x: number, y: number): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: x - left - this.#context.current.gutters.left, y: y - top };
  }

  /** Clamped to the run and the plot, so that what is dragged stays visible. */
  instantAt(x: number): Instant {
    const inside = Math.max(0, Math.min(this.track.width, x)) + this.#context.current.gutters.left;
    return Math.max(0, Math.min(this.track.runEnd, this.#refs.chart.current?.instantAt(inside) ?? 0));
  }

  microsPerPixel(): number {
    const { range, width } = this.track;
    return (range.to - range.from) / width;
  }

  /** Manually placed requests are rounded to the millisecond, or finer if a pixel is less than one. */
  requestStep(): Duration {
    return Math.min(MILLISECOND, niceStep(this.microsPerPixel()));
  }

  hitAt({ x, y }: Point, touch: boolean): Hit | null {
    return hitAt(this.#context.current.blocks, this.scenario.traffic, this.track, { x, y, touch });
  }

  actionAt(hit: Hit | null, tool: TrackTool): PointerAction {
    return pointerAction(hit, tool, this.selection, this.scenario.traffic, this.track.runEnd);
  }

  showBox(one: Instant, other: Instant): void {
    const element = this.#refs.box.current;
    if (element === null) return;
    const xOf = (at: Instant): number => (this.#refs.chart.current?.xOf(at) ?? 0) - this.#context.current.gutters.left;
    element.hidden = false;
    element.style.left = `${Math.min(xOf(one), xOf(other))}px`;
    element.style.width = `${Math.abs(xOf(one) - xOf(other))}px`;
  }

  hideBox(): void {
    if (this.#refs.box.current !== null) this.#refs.box.current.hidden = true;
  }

  showReadout(target: DragTarget): void {
    const { runEnd, range } = this.track;
    const figure = dragReadout(this.scenario, target, runEnd);
    const at = figure === null ? null : Math.max(range.from, Math.min(range.to, figure.at));
    this.#refs.axis.current?.setChip(at, figure?.text);
  }

  hideReadout(): void {
    this.#refs.axis.current?.setChip(null);
  }
}
