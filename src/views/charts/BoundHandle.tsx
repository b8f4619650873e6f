/**
 * The line of a limit in a chart, which the hand drags. Drags are one undo step, applied while they last; the scales
 * hold still until release. By keyboard the sliders of the policy do the same, so this is hidden from it.
 */
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactElement, type Ref } from 'react';
import { resolvePolicy, type BoundSetting } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { withSetting } from '../../store/scenarioEdits.ts';
import { pointerKind, useDrag, type Drag } from '../ui/useDrag.ts';
import { boundText, draggedValue } from './boundDrag.ts';
import type { PlacedBound } from './chartBound.ts';
import { OWN_DRAG } from './useChartPointer.ts';
import type { Gutters } from './viewport.ts';

export interface PlacedHandle {
  /** Moves it to where its limit stands; called whenever the chart is to be drawn again. */
  place(): void;
}

export interface BoundHandleProps {
  readonly placedBound: () => PlacedBound | null;
  readonly gutters: Gutters;
  readonly ref?: Ref<PlacedHandle>;
}

export function BoundHandle({ placedBound, gutters, ref }: BoundHandleProps): ReactElement | null {
  const store = useStoreApi();
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const value = useRef<HTMLDivElement>(null);
  const settingNow = (): BoundSetting | null => placedBound()?.bound.setting ?? null;
  const [setting, setSetting] = useState(settingNow);
  const [held, setHeld] = useState<number | null>(null);

  const move = (): void => {
    const placed = placedBound();
    if (box.current === null || place.current === null || placed === null) return;
    const share = shareOf(placed);
    // While it is held it stays at the edge of the plot that it has left.
    box.current.hidden = held === null && !(share >= 0 && share <= 1);
    // In as many decimals as the style gives back.
    const top = `${Number(((1 - Math.max(0, Math.min(1, share))) * 100).toFixed(3))}%`;
    if (place.current.style.top !== top) place.current.style.top = top;
    // Below the line at the top of the plot, above it at the foot: not on the readout or the axis.
    if (value.current !== null) value.current.style.translate = `0 -${top}`;
  };
  useLayoutEffect(move);
  useImperativeHandle(ref, () => ({
    place() {
      setSetting(settingNow());
      move();
    },
  }));

  const { handlers: dragHandlers, cancel } = useDrag<HTMLElement>((event): Drag | null => {
    const plot = box.current;
    const placed = placedBound();
    // A finger on the line itself reads the chart: it drags by the grip beside it.
    if (
      plot === null ||
      placed === null ||
      (pointerKind(event) === 'touch' && !event.currentTarget.hasAttribute('data-grip'))
    )
      return null;
    const { bound, scale } = placed;
    const start = resolvePolicy(store.getState().scenario, bound.lane)[bound.setting];
    const perPixel = (scale.high - scale.low) / bound.levelPerUnit / plot.clientHeight;
    const edit = actions.startLaneDrag();
    const release = (): void => {
      setHeld(null);
      actions.holdScales(false);
    };
    return {
      // A line is so thin that the hand would leave it before a threshold.
      threshold: 0,
      onStart() {
        actions.holdScales(true);
        setHeld(start);
      },
      onMove({ y }) {
        const next = draggedValue(start, event.clientY - y, perPixel);
        edit.update(`change of ${bound.setting}`, (before) => withSetting(before, bound.lane, bound.setting, next));
        // What the hand has set: a lesson may lock it.
        setHeld(resolvePolicy(store.getState().scenario, bound.lane)[bound.setting]);
      },
      onEnd: release,
      onCancel() {
        edit.revert();
        release();
      },
    };
  });

  // What is held may go: undo brings another limiter back, or another scenario is opened.
  useEffect(() => {
    if (setting === null) cancel();
  }, [setting, cancel]);

  if (setting === null) return null;
  const title = `Drag to change ${setting === 'n' ? 'n' : 'the capacity'}`;
  const handlers = { [OWN_DRAG]: setting, title, ...dragHandlers };
  return (
    <div
      ref={box}
      className="chart-bound"
      data-held={held !== null || undefined}
      style={{ left: 0, right: gutters.right, top: gutters.top, bottom: gutters.bottom }}
      aria-hidden
    >
      <div ref={place} className="chart-bound-place">
        <div className="chart-bound-line" style={{ left: gutters.left }} {...handlers} />
        <div className="chart-bound-grip" data-grip="" style={{ width: gutters.left }} {...handlers} />
        {held !== null && (
          <div ref={value} className="chart-bound-value">
            {boundText(setting, held)}
          </div>
        )}
      </div>
    </div>
  );
}

/** Where it stands in its plot: 0 at the foot, 1 at the top. */
function shareOf({ bound: { value, levelPerUnit }, scale: { low, high } }: PlacedBound): number {
  return (value * levelPerUnit - low) / (high - low);
}
