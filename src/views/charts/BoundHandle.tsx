/**
 * The line of a limit in a chart, which the hand drags. Drags are one undo step, applied while they last; the scales
 * hold still until release. By keyboard the sliders of the policy do the same, so this is hidden from it.
 */
import { useRef, useState, type ReactElement } from 'react';
import { withSetting } from '../../store/scenarioEdits.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { resolvePolicy } from '../../sim/index.ts';
import { pointerKind, useDrag, type Drag } from '../ui/useDrag.ts';
import { boundText, draggedValue } from './boundDrag.ts';
import type { ChartBound } from './chartBound.ts';
import type { ValueScale } from './scale.ts';
import { OWN_DRAG } from './useChartPointer.ts';
import type { Gutters } from './viewport.ts';

export interface BoundHandleProps {
  readonly bound: ChartBound;
  readonly scale: ValueScale;
  readonly gutters: Gutters;
}

export function BoundHandle({ bound, scale, gutters }: BoundHandleProps): ReactElement | null {
  const { lane, setting, value, levelPerUnit } = bound;
  const store = useStoreApi();
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | null>(null);

  const drag = useDrag<HTMLElement>((event): Drag | null => {
    const plot = box.current;
    // A finger on the line itself reads the chart: it drags by the grip beside it.
    if (plot === null || (pointerKind(event) === 'touch' && !event.currentTarget.hasAttribute('data-grip')))
      return null;
    const start = resolvePolicy(store.getState().scenario, lane)[setting];
    const perPixel = (scale.high - scale.low) / levelPerUnit / plot.clientHeight;
    const edit = actions.startPolicyDrag();
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
        edit.update(`change of ${setting}`, (before) => withSetting(before, lane, setting, next));
        setHeld(next);
      },
      onEnd: release,
      onCancel() {
        edit.revert();
        release();
      },
    };
  });

  const share = (value * levelPerUnit - scale.low) / (scale.high - scale.low);
  if (!(share >= 0 && share <= 1) && held === null) return null;
  const top = `${(1 - Math.max(0, Math.min(1, share))) * 100}%`;
  const title = `Drag to change ${setting === 'n' ? 'n' : 'the capacity'}`;
  const handlers = { [OWN_DRAG]: setting, title, ...drag.handlers };
  return (
    <div
      ref={box}
      className="chart-bound"
      data-held={held !== null || undefined}
      style={{ left: 0, right: gutters.right, top: gutters.top, bottom: gutters.bottom }}
      aria-hidden
    >
      <div className="chart-bound-line" style={{ top, left: gutters.left }} {...handlers} />
      <div className="chart-bound-grip" data-grip="" style={{ top, width: gutters.left }} {...handlers} />
      {held !== null && (
        <div className="chart-bound-value" style={{ top }}>
          {boundText(setting, held)}
        </div>
      )}
    </div>
  );
}
