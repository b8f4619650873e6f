/** Which charts of which lanes belong to a step, on a slide and on paper. */
import { piecesOf } from '../../lessons/markup.ts';
import { targetNumber, type Bet, type ReadStep, type Target } from '../../sim/index.ts';
import { LANE_CHARTS, type LaneChartName } from '../charts/laneDrawings.ts';

/** Those that it lights up or draws, else the decisions of every lane; and those that its words and its bet are about. */
export function stepCharts({ lit = [], text, bet, task, after }: ReadStep): {
  readonly charts: readonly LaneChartName[];
  /** Null for all lanes. */
  readonly shown: ReadonlySet<number> | null;
} {
  const ofLanes = lit.filter((target) => /^(?:lane|level|count|decisions):/.test(target));
  const kinds = new Set<string>(ofLanes.map(kindOf));
  if (bet?.kind === 'line') kinds.add(chartOf(bet.curve));
  if (!LANE_CHARTS.some((chart) => kinds.has(chart))) kinds.add('decisions');
  const words = [text, bet?.question, task?.prompt, after].filter((each) => each !== undefined);
  for (const target of [...lit, ...words.flatMap(targetsIn)]) kinds.add(chartOf(kindOf(target)));
  for (const of of quantitiesOf(bet)) kinds.add(chartOf(of));
  const lanes = ofLanes.map(targetNumber).filter((number) => number !== null);
  return {
    charts: LANE_CHARTS.filter((chart) => kinds.has(chart)),
    shown: lanes.length === 0 ? null : new Set(lanes),
  };
}

function kindOf(target: Target): string {
  return target.replace(/:.*$/, '');
}

function targetsIn(words: string): readonly Target[] {
  return piecesOf(words).flatMap((piece) => (piece.kind === 'target' ? [piece.target] : []));
}

function quantitiesOf(bet: Bet | undefined): readonly string[] {
  return bet?.kind === 'number' || bet?.kind === 'time' ? [bet.quantity.of] : [];
}

/** The chart of what a target or a quantity names: the picture of the state is on the page alone. */
function chartOf(name: string): string {
  if (name === 'state') return 'level';
  return name === 'windowCount' ? 'count' : name;
}
