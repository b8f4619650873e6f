/** What is said of a sentence that was written for something else than is shown now. */
import type { PolicyFields } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';

/** `n 10`, `n 10, T 10 s`, `capacity = n` */
export function policyPartsText(parts: readonly (keyof PolicyFields)[], policy: PolicyFields): string {
  return parts.map((part) => partText(part, policy)).join(', ');
}

function partText(part: keyof PolicyFields, { n, T, capacity }: PolicyFields): string {
  switch (part) {
    case 'n':
      return `n ${formatCount(n)}`;
    case 'T':
      return `T ${formatDuration(T)}`;
    case 'capacity':
      return capacity === undefined ? 'capacity = n' : `capacity ${formatCount(capacity)}`;
  }
}
