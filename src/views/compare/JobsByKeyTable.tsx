/** What became of the jobs of each key in each lane, where clients of a few keys retry. */
import type { ReactElement } from 'react';
import { formatSignificant, type LaneInfo } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDerivedTime } from '../format/time.ts';
import { cx } from '../ui/cx.ts';
import styles from './CompareTab.module.css';

interface JobsByKeyTableProps {
  readonly labels: readonly string[];
  readonly laneInfos: readonly (LaneInfo | null)[];
}

export function JobsByKeyTable({ labels, laneInfos }: JobsByKeyTableProps): ReactElement | null {
  if (laneInfos.every((laneInfo) => (laneInfo?.jobsByKey ?? []).length === 0)) return null;
  return (
    <table className={cx('table-heads', styles['table'])} aria-label="Jobs by key">
      <thead>
        <tr>
          <th scope="col">Lane</th>
          <th scope="col">Key</th>
          {['Jobs done', 'Time to success p50', 'Largest herd', 'Tries each'].map((title) => (
            <th key={title} scope="col" className={styles['numeric']}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {laneInfos.flatMap((laneInfo, lane) =>
          (laneInfo?.jobsByKey ?? []).map(({ key, started, done, tries, herd, medianTimeToSuccess }) => (
            <tr key={`${lane} ${key}`}>
              <th scope="row">
                {lane + 1} {labels[lane]}
              </th>
              <td>{key}</td>
              <td className={styles['numeric']}>
                {formatCount(done)} of {formatCount(started)}
              </td>
              <td className={styles['numeric']}>
                {medianTimeToSuccess === null ? '–' : formatDerivedTime(medianTimeToSuccess)}
              </td>
              <td className={styles['numeric']}>{formatCount(herd?.retries ?? 0)}</td>
              <td className={styles['numeric']}>{started === 0 ? '–' : formatSignificant(tries / started)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
