/** The charts of a step on a slide: those that it lights up, else the decisions of every lane. */
import type { ReactElement } from 'react';
import { targetNumber, type ReadStep, type Target } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { PaperLane, type PaperChartName } from '../print/PaperLane.tsx';
import { usePaperAxes } from '../print/usePaperAxes.ts';
import styles from './Present.module.css';

/** Stretched to the slide's column, labels of 12 px are 21 px high at 1280 pixels. */
const WIDTH = 380;
const CHARTS: readonly PaperChartName[] = ['level', 'count', 'decisions'];

export function SlideCharts({ step }: { step: ReadStep }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  // Colours are read anew where the theme changes.
  const theme = useAppState((state) => state.theme);
  const axes = usePaperAxes(WIDTH);
  const { charts, shown } = shownOf(step);
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

/** Null for all lanes. */
function shownOf({ lit = [], bet }: ReadStep): {
  readonly charts: readonly PaperChartName[];
  readonly shown: ReadonlySet<number> | null;
} {
  const ofLanes = lit.filter((target) => /^(?:lane|level|count|decisions):/.test(target));
  const kinds = new Set(ofLanes.map(kindOf));
  if (bet?.kind === 'line') kinds.add(bet.curve === 'level' ? 'level' : 'count');
  const charts = CHARTS.filter((chart) => kinds.has(chart));
  const shown = ofLanes.map(targetNumber).filter((number) => number !== null);
  return { charts: charts.length === 0 ? ['decisions'] : charts, shown: shown.length === 0 ? null : new Set(shown) };
}

function kindOf(target: Target): string {
  return target.replace(/:.*$/, '');
}
