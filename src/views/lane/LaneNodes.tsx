/** Results of a distributed lane: the limit actually enforced, its nodes, and the cost of store access. */
import type { ReactElement } from 'react';
import type { ClusterStats, LaneInfo } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { laneFrame } from '../../store/selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Group } from '../ui/Group.tsx';
import { PEAK_GLYPHS, peakFigures, peakStanding } from '../text/peakText.ts';
import { LoadChart } from './LoadChart.tsx';
import styles from './LaneNodes.module.css';
import { decisionCostRows, limitCheckText, loadText, nodeRows } from './nodeResultsText.ts';
import { formatInstantExact } from '../format/time.ts';

export function LaneNodes({ index }: { readonly index: number }): ReactElement | null {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const cluster = laneInfo?.cluster ?? null;
  if (laneInfo === null || cluster === null) return null;
  const load = loadText(cluster);
  return (
    <Group label="Nodes">
      {cluster.notes.map((note) => (
        <p key={note} className={styles['note']}>
          <Glyph name="notice" />
          {note}
        </p>
      ))}
      <LimitCheck laneInfo={laneInfo} />
      <div className={styles['nodes']}>
        <NodeResultsTable index={index} cluster={cluster} summary={laneInfo.summary} />
        <DecisionCostTable index={index} cluster={cluster} />
        {load !== null && <LoadChart lane={index} cluster={cluster} description={load} />}
      </div>
    </Group>
  );
}

/** The limit actually enforced, and where to see it. */
function LimitCheck({ laneInfo }: { readonly laneInfo: LaneInfo }): ReactElement {
  const { seek } = useActions();
  const { peak } = laneInfo.summary;
  const glyph = PEAK_GLYPHS[peakStanding(peakFigures(laneInfo))];
  return (
    <div className={styles['limitCheck']}>
      <p>
        {glyph !== null && <Glyph name={glyph} size={10} />}
        {limitCheckText(laneInfo)}
      </p>
      {peak !== null && glyph !== null && (
        <Button size="small" onClick={() => seek(peak.from)}>
          Go to {formatInstantExact(peak.from)}
        </Button>
      )}
    </div>
  );
}

interface LaneClusterProps {
  readonly index: number;
  readonly cluster: ClusterStats;
}

function NodeResultsTable({ index, cluster, summary }: LaneClusterProps & Pick<LaneInfo, 'summary'>): ReactElement {
  return (
    <table className={styles['table']} aria-label={`Nodes of lane ${index + 1}`}>
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">Requests</th>
          <th scope="col">Admitted</th>
          <th scope="col">Denied</th>
          <th scope="col">Share of admitted</th>
        </tr>
      </thead>
      <tbody>
        {nodeRows(cluster, summary).map(({ name, cells: [requests, admitted, denied, share] }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{requests}</td>
            <td>{admitted}</td>
            <td>{denied}</td>
            <td>{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DecisionCostTable({ index, cluster }: LaneClusterProps): ReactElement {
  return (
    <table className={styles['decisionCost']} aria-label={`What deciding took in lane ${index + 1}`}>
      <tbody>
        {decisionCostRows(cluster).map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
