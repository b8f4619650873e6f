/** Shares as tables for spreadsheets. */
import type { CsvValue, KeyShare, LaneFairness } from '../../sim/index.ts';
import { otherKeysText } from './fairnessText.ts';

/** The head, and a row for each lane. @param names of the lanes */
export function lanesCsv(
  names: readonly string[],
  lanes: readonly (LaneFairness | null)[],
): readonly (readonly CsvValue[])[] {
  return [
    ['Lane', 'Name', 'Keys', 'Jain’s index', 'Good requests', 'Good refused', 'Bad requests', 'Bad admitted'],
    ...names.map((name, index) => {
      const { keys = null, jain = null, byLabel = null } = lanes[index] ?? {};
      return [
        index + 1,
        name,
        keys,
        jain,
        byLabel?.good.requests ?? null,
        byLabel?.good.denied ?? null,
        byLabel?.bad.requests ?? null,
        byLabel?.bad.admitted ?? null,
      ];
    }),
  ];
}

type Shares = Pick<KeyShare, 'requests' | 'admitted' | 'delayed' | 'denied'>;

/** The head, and a row for each key; the last for all that have none of their own. */
export function keysCsv(
  keys: readonly (Shares & Pick<KeyShare, 'key'>)[],
  others: (Shares & { readonly keys: number }) | null,
): readonly (readonly CsvValue[])[] {
  const counts = ({ requests, admitted, delayed, denied }: Shares): readonly CsvValue[] => [
    requests,
    admitted,
    delayed,
    denied,
  ];
  return [
    ['Key', 'Requests', 'Admitted', 'Of which delayed', 'Denied'],
    ...keys.map((share) => [share.key, ...counts(share)]),
    ...(others === null ? [] : [[otherKeysText(others.keys), ...counts(others)]]),
  ];
}
