/** The staircase of busiest T as a table: how many clients are above each of some limits. */
import type { ReactElement } from 'react';
import { nextNiceCount } from '../../format/niceSteps.ts';
import { formatCount } from '../../format/numbers.ts';
import { clientsAbove } from './busiest.ts';
import { rangeText } from './rangeText.ts';

const ROWS = 24;

export function ClientsAboveTable({
  readings,
  n,
}: {
  readonly readings: readonly Float64Array[];
  readonly n: number;
}): ReactElement {
  const most = Math.max(...readings.map((permits) => permits[permits.length - 1] ?? 0));
  return (
    <table aria-label="Clients above each limit">
      <thead>
        <tr>
          <th scope="col">Limit n</th>
          <th scope="col">Clients above</th>
        </tr>
      </thead>
      <tbody>
        {limitsTo(most, n).map((limit) => (
          <tr key={limit} aria-current={limit === n || undefined}>
            <th scope="row">{formatCount(limit)}</th>
            <td>{rangeText(readings.map((permits) => clientsAbove(permits, limit)))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Round limits up to the first that nobody is above, and n itself. */
function limitsTo(most: number, n: number): readonly number[] {
  const limits = new Set([n]);
  for (let limit = 1; limits.size < ROWS; limit = nextNiceCount(limit, 1)) {
    limits.add(limit);
    if (limit >= most) break;
  }
  return [...limits].sort((a, b) => a - b);
}
