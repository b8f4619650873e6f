/** An abuser against a bucket: the measurement as a dot, the exact rule in steps, the fluid approximation dashed. */
import { useId, useMemo, type ReactElement } from 'react';
import type { AbuserResult } from '../../sim/index.ts';
import type { SmallChartModel } from '../charts/smallChartModel.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { abuserCurve } from './abuserCurve.ts';
import styles from './AbuserChart.module.css';
import { PicturedChart } from './PicturedChart.tsx';
import { abuserPrediction } from './clientsText.ts';

const SIZE = { width: 296, height: 148, left: 48, right: 12, top: 8, bottom: 20 };
const X_TITLE = 'a (× n/T)';
const EXACT_RULE = '⌊(q·a − 1)/(a − 1)⌋';
const FLUID_RULE = 'q·a/(a − 1)';

export interface AbuserChartProps {
  readonly lane: number;
  readonly abuse: AbuserResult;
  /** The capacity of the lane's bucket. */
  readonly q: number;
  /** The chart's text alternative. */
  readonly description: string;
}

export function AbuserChart({ lane, abuse, q, description }: AbuserChartProps): ReactElement {
  const id = useId();
  const subject = useMemo(
    () => ({
      lane,
      name: 'Admitted before the first denial, by a',
      description,
      xName: X_TITLE,
      yName: 'Requests',
      legend: legendText(abuse),
      chartFor: (width: number) => abuserChart(q, abuse, width),
    }),
    [lane, abuse, q, description],
  );
  return (
    <figure className={styles['abuser']}>
      <PicturedChart
        subject={subject}
        size={SIZE}
        describedBy={id}
        title="Admitted before the first denial"
        xTitle={X_TITLE}
      />
      <figcaption>
        <p id={id} className="label">
          {description}
        </p>
        <Legend abuse={abuse} />
      </figcaption>
    </figure>
  );
}

function abuserChart(q: number, abuse: AbuserResult, width: number): SmallChartModel {
  const { x, y, exact, fluid } = abuserCurve(q, abuse, width);
  return {
    x: { ...x, scale: 'log' },
    y,
    series: [
      { kind: 'line', look: 'dashed', points: fluid },
      { kind: 'steps', points: exact },
      { kind: 'dots', points: abuse.denied && abuse.a > 1 ? [{ x: abuse.a, y: abuse.admitted }] : [] },
    ],
  };
}

/** The legend of a picture, which has no signs to put beside its words. */
function legendText(abuse: AbuserResult): string {
  const rule = abuserPrediction(abuse);
  if (rule === null) return '';
  const dot = abuse.denied ? `Dot: this lane, ${formatCount(abuse.admitted)}. ` : '';
  return `${dot}Line: ${EXACT_RULE} = ${formatCount(rule.exact)}. Dashed: ${FLUID_RULE} = ${formatNumber(rule.fluid)}.`;
}

/** The legend, with figures. */
function Legend({ abuse }: { readonly abuse: AbuserResult }): ReactElement | null {
  const rule = abuserPrediction(abuse);
  if (rule === null) return null;
  return (
    <ul className={styles['legend']} aria-hidden="true">
      {abuse.denied && (
        <li>
          <LegendSymbol>
            <circle className={styles['measured']} cx={8} cy={6} r={4} />
          </LegendSymbol>
          this lane: {formatCount(abuse.admitted)}
        </li>
      )}
      <li>
        <LegendSymbol>
          <path className={styles['exact']} d="M0 3H8V9H16" />
        </LegendSymbol>
        {EXACT_RULE} = {formatCount(rule.exact)}
      </li>
      <li>
        <LegendSymbol>
          <path className={styles['fluid']} d="M0 6H16" />
        </LegendSymbol>
        {FLUID_RULE} = {formatNumber(rule.fluid)}
      </li>
    </ul>
  );
}

function LegendSymbol({ children }: { readonly children: ReactElement }): ReactElement {
  return (
    <svg viewBox="0 0 16 12" width={16} height={12}>
      {children}
    </svg>
  );
}
