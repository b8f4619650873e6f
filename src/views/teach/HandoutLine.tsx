/** The axes of a line bet: empty to draw in, or with the run's line. */
import type { ReactElement } from 'react';
import { formatNumber, formatTime, lineQuantities, type Bet, type Scenario } from '../../sim/index.ts';

const WIDTH = 680;
const HEIGHT = 150;
const LEFT = 48;
const RIGHT = WIDTH - 24;
const TOP = 10;
const BOTTOM = HEIGHT - 24;

interface HandoutLineProps {
  readonly bet: Extract<Bet, { kind: 'line' }>;
  readonly scenario: Scenario;
  /** One for each point; null for empty axes. */
  readonly values: readonly (number | null)[] | null;
}

export function HandoutLine({ bet, scenario, values }: HandoutLineProps): ReactElement {
  const { lane, curve, from, to, points } = bet;
  const unit = scenario.lanes[lane]?.policy.n ?? scenario.policy.n;
  // As in the bet itself: known before the run is.
  const top = Math.max(2 * unit, ...(values ?? []).map((value) => value ?? 0));
  const x = (point: number): number => LEFT + ((RIGHT - LEFT) * point) / (points - 1);
  const y = (value: number): number => BOTTOM - ((BOTTOM - TOP) * value) / top;
  const times = lineQuantities(bet).map(({ at = 0 }) => Number(at.toFixed(6)));
  // At most about six have room for their labels.
  const every = Math.ceil((points - 1) / 6);
  const name = `${curve === 'level' ? 'Level' : 'Window count'} of lane ${lane + 1}, ${formatTime(from)} to ${formatTime(to)}`;
  const path = (values ?? []).flatMap((value, point) => (value === null ? [] : [`${x(point)},${y(value)}`]));
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={values === null ? `Axes: ${name}` : name}>
        {times.map((time, point) => (
          <g key={time}>
            <line x1={x(point)} x2={x(point)} y1={TOP} y2={BOTTOM} className="grid" />
            {point % every === 0 && (
              <text x={x(point)} y={HEIGHT - 6} textAnchor="middle">
                {formatTime(time)}
              </text>
            )}
          </g>
        ))}
        {[0, unit, 2 * unit].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={RIGHT} y1={y(value)} y2={y(value)} className={value === 0 ? 'axis' : 'grid'} />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {formatNumber(value, 3)}
            </text>
          </g>
        ))}
        <line x1={LEFT} x2={LEFT} y1={TOP} y2={BOTTOM} className="axis" />
        {path.length > 0 && <polyline points={path.join(' ')} />}
      </svg>
      <figcaption className="paper-note">{name}</figcaption>
    </figure>
  );
}
