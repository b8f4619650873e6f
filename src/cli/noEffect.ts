import { durationOf, type Scenario } from '../sim/index.ts';
import { faultNoEffectText, phaseNoEffectText, scriptNoteText } from '../views/text/noEffectText.ts';

/** What the page says beside phases and faults that do nothing in this run, a sentence each. */
export function noEffectNotes(scenario: Scenario): readonly string[] {
  const { traffic, lanes, cluster } = scenario;
  const end = durationOf(scenario);
  return [
    ...traffic.flatMap((entry, index) => [phaseNoEffectText(index, entry, end), scriptNoteText(index, entry)]),
    ...(cluster === undefined
      ? []
      : cluster.faults.map((fault, index) => faultNoEffectText(fault, index, end, lanes, cluster))),
  ].filter((sentence) => sentence !== null);
}
