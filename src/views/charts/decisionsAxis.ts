/** The axis of the decisions: `in` and `out`, or the names of nodes where each has a row. */
import { nodeName, type ClusterStats } from '../../sim/index.ts';
import type { YAxisModel } from './ChartLayers.tsx';
import { baseLine } from './markStack.ts';

/** Distance of the labels `in` and `out` from the base line. */
const LABEL_OFFSET = 11;

/** What the rows of a cluster are named after. */
export interface NodeRowsSource {
  readonly nodes: readonly Pick<ClusterStats['nodes'][number], 'node'>[];
  readonly answerPathCounts: Pick<ClusterStats['answerPathCounts'], 'no-node'>;
}

/** The rows of a lane's decisions: its nodes, and one more for requests that reached none. Empty for a single process. */
export function nodeRowNames(cluster: NodeRowsSource | null): readonly string[] {
  if (cluster === null) return [];
  const names = cluster.nodes.map(({ node }) => nodeName(node));
  return cluster.answerPathCounts['no-node'] > 0 ? [...names, '–'] : names;
}

/**
 * @param rows that are drawn: one for all, or one per node
 * @param plotHeight pixels
 */
export function decisionsAxis(nodeNames: readonly string[], rows: number, plotHeight: number): YAxisModel {
  return rows > 1 && rows === nodeNames.length ? nodeRowsAxis(nodeNames, plotHeight) : inOutAxis(plotHeight);
}

/** Node names at the base lines, in pixels from the bottom. */
function nodeRowsAxis(nodes: readonly string[], plotHeight: number): YAxisModel {
  const plot = { x: 0, y: 0, width: 0, height: plotHeight };
  return {
    scale: { low: 0, high: plotHeight },
    ticks: nodes.map((label, row) => ({ at: plotHeight - baseLine(plot, row, nodes.length), label })),
    grid: false,
  };
}

/** The base line is 0, the plot's edges are 1 and −1. */
function inOutAxis(plotHeight: number): YAxisModel {
  const off = Math.min(0.8, LABEL_OFFSET / (plotHeight / 2));
  return {
    scale: { low: -1, high: 1 },
    ticks: [
      { at: off, label: 'in' },
      { at: -off, label: 'out' },
    ],
    grid: false,
  };
}
