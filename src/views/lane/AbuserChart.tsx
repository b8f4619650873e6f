/** An abuser against a bucket: the measurement as a dot, the exact rule in steps, the fluid approximation dashed. */
import { useId, useMemo, type ReactElement } from 'react';
import type { AbuserResult } from '../../sim/index.ts';
import { SmallChart } from '../charts/SmallChart.tsx';
import { plotWidthOf } from '../charts/smallChartModel.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { abuserCurve } from './abuserCurve.ts';
import styles from './AbuserChart.module.css';
import { abuserPrediction } from './clientsText.ts';

const SIZE = { width: 296, height: 148, left: 48, right: 12, top: 8, bottom: 20 };

export interface AbuserChartProps {
  readonly abuse: AbuserResult;
  /** The capacity of the lane's bucket. */
  readonly q: number;
  /** The chart's text alternative. */
  readonly description: string;
}

export function AbuserChart({ abuse, q, description }: AbuserChartProps): ReactElement {
  const id = useId();
  const { x, y, exact, fluid } = useMemo(() => abuserCurve(q, abuse, plotWidthOf(SIZE)), [q, abuse]);
  return (
    <figure className={styles['abuser']}>
      <SmallChart
        label="Admitted before the first denial, by a"
        describedBy={id}
        size={SIZE}
        title="Admitted before the first denial"
        x={{ ...x, scale: 'log' }}
        y={y}
        xTitle="a (× n/T)"
        series={[
          { kind: 'line', look: 'dashed', points: fluid },
          { kind: 'steps', points: exact },
          { kind: 'dots', points: abuse.denied && abuse.a > 1 ? [{ x: abuse.a, y: abuse.admitted }] : [] },
        ]}
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
        ⌊(q·a − 1)/(a − 1)⌋ = {formatCount(rule.exact)}
      </li>
      <li>
        <LegendSymbol>
          <path className={styles['fluid']} d="M0 6H16" />
        </LegendSymbol>
        q·a/(a − 1) = {formatNumber(rule.fluid)}
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
