/** The axes of a line bet: empty to draw in, or with the run's line. */
import type { ReactElement } from 'react';
import { formatTime, type Curve, type Scenario } from '../../sim/index.ts';
import { curvePath, lineName, linePlot, unitOfLine, type LineOf, type PlotBox } from '../learn/linePlot.ts';

const WIDTH = 680;
const HEIGHT = 150;
const BOX: PlotBox = { left: 48, right: WIDTH - 24, top: 10, bottom: HEIGHT - 24 };

interface HandoutLineProps {
  readonly bet: LineOf;
  readonly scenario: Scenario;
  /** Null for empty axes. */
  readonly curve: Curve | null;
}

export function HandoutLine({ bet, scenario, curve }: HandoutLineProps): ReactElement {
  const { lane, from, to } = bet;
  // As in the bet itself: known before the run is.
  const plot = linePlot(bet, unitOfLine(bet, scenario), curve, BOX);
  const { ticks, xOf, yOf } = plot;
  const { left, right, top, bottom } = BOX;
  const name = `${lineName(bet)} of lane ${lane + 1}, ${formatTime(from)} to ${formatTime(to)}`;
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={curve === null ? `Axes: ${name}` : name}>
        {ticks.times.map(({ at, label }) => (
          <g key={at}>
            <line x1={xOf(at)} x2={xOf(at)} y1={top} y2={bottom} className="grid" />
            <text x={xOf(at)} y={HEIGHT - 6} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        {ticks.values.map(({ at, label }) => (
          <g key={at}>
            <line x1={left} x2={right} y1={yOf(at)} y2={yOf(at)} className={at === 0 ? 'axis' : 'grid'} />
            <text x={left - 6} y={yOf(at) + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        <line x1={left} x2={left} y1={top} y2={bottom} className="axis" />
        {curve !== null && <polyline points={curvePath(curve, plot)} />}
      </svg>
      <figcaption className="paper-note">{name}</figcaption>
    </figure>
  );
}
