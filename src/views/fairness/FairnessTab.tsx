/** Who got how much: all lanes against one another at the left, the keys of one lane at the right. */
import type { ReactElement } from 'react';
import type { Lane } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import type { Shares } from '../../store/state.ts';
import { laneLabel } from '../lanes/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { comparable, jainText, jainWords, wrongs } from './fairnessText.ts';
import styles from './FairnessTab.module.css';
import { KeyShares } from './KeyShares.tsx';

export function FairnessTab(): ReactElement | null {
  const actions = useActions();
  const lanes = useApp((state) => state.scenario.lanes.length);
  const silent = useApp(
    ({ result }) => result !== null && result.frames.every(({ summary }) => summary.requests === 0),
  );
  const shares = useApp((state) => state.shares);
  const stale = useApp(({ shares: known, result, range }) => known?.run !== result || known?.range !== range);
  if (lanes === 0) return <p className={styles['none']}>No lanes yet. Add a limiter to see what it decides.</p>;
  if (silent) return <p className={styles['none']}>No requests yet. Press Send or Space, or add a phase.</p>;
  if (shares === null) return null;
  if (!comparable(shares.answer.lanes)) {
    return (
      <p className={styles['none']}>
        One key asks. Give a phase several keys, or a label, to compare them.
        <Button onClick={() => actions.openDrawer('traffic')}>Change the phases</Button>
      </p>
    );
  }
  return (
    <div className={styles['fairness']} aria-busy={stale}>
      <LaneShares shares={shares} />
      <KeyShares shares={shares} />
    </div>
  );
}

function nameOf(lane: Lane): string {
  return lane.edition === 'published' ? `${laneLabel(lane)} †` : laneLabel(lane);
}

/** So many fit beside the keys, whatever the drawer's height: they stay in sight while the keys scroll. */
const FEW = 3;

/** One row a lane: how even its shares are, and what it did to the good and the bad. */
function LaneShares({ shares: { run, lane: chosen, answer } }: { readonly shares: Shares }): ReactElement {
  const keys = Math.max(...answer.lanes.map((standing) => standing.keys));
  const labels = answer.lanes.some(({ labelled }) => labelled !== null);
  return (
    <div className={styles['lanes']} data-few={answer.lanes.length <= FEW || undefined}>
      <table aria-label="Shares in all lanes">
        <thead>
          <tr>
            <th scope="col">Lane</th>
            <th scope="col">Jain’s index</th>
            {labels && <th scope="col">Good refused</th>}
            {labels && <th scope="col">Bad admitted</th>}
          </tr>
        </thead>
        <tbody>
          {answer.lanes.map(({ jain, labelled }, index) => {
            const lane = run.of.lanes[index];
            if (lane === undefined) return null;
            const [good, bad] = labelled === null ? ['–', '–'] : wrongs(labelled);
            return (
              // A lane has no identity but its place.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row">
                  <LaneButton place={index} name={nameOf(lane)} pressed={index === chosen} />
                </th>
                <td>{jainText(jain)}</td>
                {labels && <td>{good}</td>}
                {labels && <td>{bad}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {keys > 1 && <p className="label">{jainWords(keys)}</p>}
    </div>
  );
}

interface LaneButtonProps {
  readonly place: number;
  readonly name: string;
  readonly pressed: boolean;
}

/** Shows the keys of its lane. */
function LaneButton({ place, name, pressed }: LaneButtonProps): ReactElement {
  const { focusLane } = useActions();
  return (
    <button type="button" className={styles['choice']} aria-pressed={pressed} onClick={() => focusLane(place)}>
      <span className={styles['stem']}>
        {place + 1} {name}
      </span>
    </button>
  );
}
