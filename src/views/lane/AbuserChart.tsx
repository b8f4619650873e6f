/** An abuser against a bucket: what was measured as a dot, beside the exact rule in steps and the fluid law, dashed. */
import { useId, type ReactElement } from 'react';
import type { AbuserResult } from '../../sim/index.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { abuserCurve } from './abuserCurve.ts';
import styles from './LaneClients.module.css';
import { abuserPrediction } from './clientsText.ts';

const WIDTH = 296;
const HEIGHT = 184;
const LEFT = 48;
const RIGHT = 12;
const TOP = 26;
const BOTTOM = 36;
const PLOT = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };

export interface AbuserChartProps {
  readonly abuse: AbuserResult;
  /** The capacity of the lane's bucket. */
  readonly q: number;
  /** The same in a sentence. */
  readonly description: string;
}

export function AbuserChart({ abuse, q, description }: AbuserChartProps): ReactElement {
  const id = useId();
  const { xOf, yOf, xTicks, yTicks, exact, fluid } = abuserCurve(q, abuse, PLOT.width, PLOT.height);
  return (
    <figure className={styles['abuser']}>
      <svg
        className={styles['chart']}
        viewBox={`${-LEFT} ${-TOP} ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label="Admitted before the first refusal, over a"
        aria-describedby={id}
      >
        <text className={styles['tick']} x={-LEFT} y={-TOP + 11}>
          Admitted before the first refusal
        </text>
        {yTicks.map(({ at, label }) => (
          <g key={at} transform={`translate(0 ${yOf(at)})`}>
            <path className={styles['grid']} d={`M0 0H${PLOT.width}`} />
            <text className={styles['tick']} x={-6} dy="0.35em" textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {xTicks.map(({ at, label }) => (
          <text key={at} className={styles['tick']} x={xOf(at)} y={PLOT.height + 14} textAnchor="middle">
            {label}
          </text>
        ))}
        <text className={styles['tick']} x={PLOT.width / 2} y={PLOT.height + 30} textAnchor="middle">
          a, times n/T
        </text>
        <path className={styles['axis']} d={`M0 0V${PLOT.height}H${PLOT.width}`} />
        <path className={styles['fluid']} d={fluid} />
        <path className={styles['exact']} d={exact} />
        {abuse.denied && abuse.a > 1 && (
          <circle className={styles['measured']} cx={xOf(abuse.a)} cy={yOf(abuse.admitted)} r={4.5} />
        )}
      </svg>
      <figcaption>
        <p id={id} className="label">
          {description}
        </p>
        <Legend abuse={abuse} />
      </figcaption>
    </figure>
  );
}

/** What the sentence says, as signs with their figures. */
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
