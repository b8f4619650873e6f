/** What is said of a sentence that was written for something else than is shown now. */
import { joinWithAnd, type PolicyFields, type Scenario } from '../../sim/index.ts';
import { partsChangedSince, sentencePolicy } from '../../store/sentence.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';

/** The policy that the sentence was written for, as far as it is another one now; null while it is the same. */
export function writtenForText(scenario: Scenario): string | null {
  const parts = partsChangedSince(scenario);
  return parts.length === 0 ? null : policyPartsText(parts, sentencePolicy(scenario));
}

/** `n = 10`, `n = 10 and T = 10 s`, `capacity = n` */
export function policyPartsText(parts: readonly (keyof PolicyFields)[], policy: PolicyFields): string {
  return joinWithAnd(parts.map((part) => `${part} = ${partText(part, policy)}`));
}

function partText(part: keyof PolicyFields, { n, T, capacity }: PolicyFields): string {
  switch (part) {
    case 'n':
      return formatCount(n);
    case 'T':
      return formatDuration(T);
    case 'capacity':
      return capacity === undefined ? 'n' : formatCount(capacity);
  }
}
