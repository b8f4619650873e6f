/** The charts of a step on a slide, below its traffic: those that it lights up, else the decisions of every lane. */
import { useMemo, type ReactElement } from 'react';
import type { ReadStep } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import type { Draw } from '../charts/liveChart.ts';
import { xOf } from '../charts/viewport.ts';
import { usePaperAxes } from '../print/usePaperAxes.ts';
import styles from './Present.module.css';
import { SlideLane } from './SlideLane.tsx';
import { SlideTraffic } from './SlideTraffic.tsx';
import { stepCharts } from './stepCharts.ts';

/** Stretched to the slide's column, labels of 12 px are 21 px high at 1280 pixels. */
const WIDTH = 380;

export function SlideCharts({ step }: { step: ReadStep }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  // Colours are read anew where the theme changes.
  const theme = useAppState((state) => state.theme);
  const axes = usePaperAxes(WIDTH);
  const { charts, shown } = stepCharts(step);
  const { until } = axes;
  // Where nothing is hidden, the playhead says nothing.
  const front = useMemo(() => (until === Infinity ? [] : [playheadAt(until)]), [until]);
  return (
    <div
      key={theme}
      className={styles['charts']}
      role="group"
      aria-label="Charts"
      data-many={(shown?.size ?? lanes.length) > 3 || undefined}
      // It scrolls where there are many lanes.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <SlideTraffic axes={axes} front={front} />
      {lanes.map(
        (lane, index) =>
          (shown === null || shown.has(index)) && (
            // A lane has no identity besides its position.
            // oxlint-disable-next-line react/no-array-index-key
            <SlideLane key={index} index={index} lane={lane} axes={axes} charts={charts} front={front} />
          ),
      )}
    </div>
  );
}

function playheadAt(at: number): Draw {
  return (ctx, viewport, theme) => {
    ctx.fillStyle = theme.ink;
    ctx.fillRect(xOf(viewport, at) - 0.75, 0, 1.5, viewport.height);
  };
}
