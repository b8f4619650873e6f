/** The charts of a step on a slide: those that it lights up, else the decisions of every lane. */
import type { ReactElement } from 'react';
import type { ReadStep } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { PaperLane } from '../print/PaperLane.tsx';
import { usePaperAxes } from '../print/usePaperAxes.ts';
import styles from './Present.module.css';
import { stepCharts } from './stepCharts.ts';

/** Stretched to the slide's column, labels of 12 px are 21 px high at 1280 pixels. */
const WIDTH = 380;

export function SlideCharts({ step }: { step: ReadStep }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  // Colours are read anew where the theme changes.
  const theme = useAppState((state) => state.theme);
  const axes = usePaperAxes(WIDTH);
  const { charts, shown } = stepCharts(step);
  return (
    // It scrolls where there are many lanes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div key={theme} className={styles['charts']} role="group" aria-label="Charts" tabIndex={0}>
      {lanes.map(
        (lane, index) =>
          (shown === null || shown.has(index)) && (
            // A lane has no identity besides its position.
            // oxlint-disable-next-line react/no-array-index-key
            <PaperLane key={index} index={index} lane={lane} axes={axes} charts={charts} />
          ),
      )}
    </div>
  );
}
