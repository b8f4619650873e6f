/** What several processes made of a lane: the limit that came of it, its nodes, and what asking the store took. */
import type { ReactElement } from 'react';
import type { ClusterFigures, LaneFrame } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { frameOf } from '../../store/selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Group } from '../ui/Group.tsx';
import { LoadChart } from './LoadChart.tsx';
import styles from './NodesOfLane.module.css';
import { askingFigures, limitWords, loadWords, nodeRows } from './nodesText.ts';
import { exact } from '../why/whyText.ts';

export function NodesOfLane({ index }: { readonly index: number }): ReactElement | null {
  const frame = useApp((state) => frameOf(state, index));
  const cluster = frame?.cluster ?? null;
  if (frame === null || cluster === null) return null;
  const load = loadWords(cluster);
  return (
    <Group label="Nodes">
      {cluster.notes.map((note) => (
        <p key={note} className={styles['note']}>
          <Glyph name="notice" />
          {note}
        </p>
      ))}
      <Limit frame={frame} />
      <div className={styles['nodes']}>
        <NodesTable index={index} cluster={cluster} summary={frame.summary} />
        <Asking index={index} cluster={cluster} />
        {load !== null && <LoadChart cluster={cluster} words={load} />}
      </div>
    </Group>
  );
}

/** What n has come to, and where to see it. */
function Limit({ frame }: { readonly frame: LaneFrame }): ReactElement {
  const { seek } = useActions();
  const { peak } = frame.summary;
  const over = peak !== null && peak.permits > frame.n;
  return (
    <div className={styles['limit']}>
      <p>
        {over && <Glyph name="peak" size={10} />}
        {limitWords(frame)}
      </p>
      {over && (
        <Button size="small" onClick={() => seek(peak.from)}>
          Go to {exact(peak.from)}
        </Button>
      )}
    </div>
  );
}

interface OfLane {
  readonly index: number;
  readonly cluster: ClusterFigures;
}

function NodesTable({ index, cluster, summary }: OfLane & Pick<LaneFrame, 'summary'>): ReactElement {
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
        {nodeRows(cluster, summary).map(({ name, figures: [requests, admitted, denied, share] }) => (
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

function Asking({ index, cluster }: OfLane): ReactElement {
  return (
    <table className={styles['asking']} aria-label={`What deciding took in lane ${index + 1}`}>
      <tbody>
        {askingFigures(cluster).map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
