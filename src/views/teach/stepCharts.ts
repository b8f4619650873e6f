/** Which charts of which lanes belong to a step: those that it lights up or bets on, else the decisions of every lane. */
import { targetNumber, type ReadStep, type Target } from '../../sim/index.ts';
import { LANE_CHARTS, type LaneChartName } from '../charts/laneDrawings.ts';

export function stepCharts({ lit = [], bet }: ReadStep): {
  readonly charts: readonly LaneChartName[];
  /** Null for all lanes. */
  readonly shown: ReadonlySet<number> | null;
} {
  const ofLanes = lit.filter((target) => /^(?:lane|level|count|decisions):/.test(target));
  const kinds = new Set(ofLanes.map(kindOf));
  if (bet?.kind === 'line') kinds.add(bet.curve === 'level' ? 'level' : 'count');
  const charts = LANE_CHARTS.filter((chart) => kinds.has(chart));
  const shown = ofLanes.map(targetNumber).filter((number) => number !== null);
  return { charts: charts.length === 0 ? ['decisions'] : charts, shown: shown.length === 0 ? null : new Set(shown) };
}

function kindOf(target: Target): string {
  return target.replace(/:.*$/, '');
}
