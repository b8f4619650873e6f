/** What the stamps' zones mean for the times. */
import type { Finding } from './finding.ts';
import type { StampReader } from './stamps.ts';

export function stampFindings({ zones }: StampReader): Finding[] {
  const named = [...zones].filter((zone) => zone !== '');
  const findings: Finding[] = [];
  if (zones.has(''))
    findings.push({
      kind: 'no-zone',
      sentence:
        named.length === 0
          ? 'The times name no zone and are taken for UTC.'
          : 'Some times name no zone and are taken for UTC.',
    });
  if (named.length > 1)
    findings.push({
      kind: 'mixed-zones',
      sentence: `The times are in ${named.length} zones, ${named.slice(0, 4).join(', ')}: all are converted to UTC.`,
    });
  return findings;
}
