/** Rate and burst as a table: the least capacity by rate and share of clients. */
import type { ReactElement } from 'react';
import type { Frontier } from '../../../tune/index.ts';
import { formatLimitShort } from '../../format/rates.ts';
import { NOT_IDENTIFIABLE } from '../../text/stampsText.ts';
import { FRONTIER_LINES } from './frontierPoints.ts';
import { rangeText } from './rangeText.ts';

interface CapacitiesTableProps {
  readonly answer: NonNullable<Frontier>;
  readonly rates: readonly number[];
  /** T. */
  readonly seconds: number;
  readonly n: number;
  /** Bursts that refill in less, seconds, are not identifiable. */
  readonly leastTime: number;
}

export function CapacitiesTable({ answer, rates, seconds, n, leastTime }: CapacitiesTableProps): ReactElement {
  return (
    <table aria-label="Least capacity by rate">
      <thead>
        <tr>
          <th scope="col">Limit</th>
          {FRONTIER_LINES.map(({ id, label }) => (
            <th key={id} scope="col">
              {label === 'all' ? 'All clients' : `${label} of clients`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rates.map((rate, index) => (
          <tr key={rate} aria-current={rate === n || undefined}>
            <th scope="row">{formatLimitShort({ n: rate, T: seconds })}</th>
            {FRONTIER_LINES.map(({ id }, line) => {
              const values = answer.map((capacities) => capacities[line]?.[index] ?? 0);
              return (
                <td key={id}>
                  {rangeText(values)}
                  {Math.max(...values) < (leastTime * rate) / seconds && NOT_IDENTIFIABLE}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
