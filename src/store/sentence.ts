/** The sentence under the policy, a scenario's notes, and the policy that it was written for. */
import { presetScenario, type PolicyFields, type Scenario } from '../sim/index.ts';
import { presetWithNotes } from './knownPresets.ts';

/**
 * The policy that the notes speak of. A document that says none was written for its own, or, with a preset's notes, for
 * the preset's: links of earlier releases do not tell that n was changed.
 */
export function sentencePolicy({ notes, notesFor, policy }: Scenario): PolicyFields {
  if (notesFor !== undefined) return notesFor;
  const preset = presetWithNotes(notes);
  return preset === undefined ? policy : presetScenario(preset).policy;
}

/** The scenario with another sentence, written for the policy of now. */
export function withNotes(scenario: Scenario, notes: string): Scenario {
  return notes === scenario.notes ? scenario : withSentencePolicy({ ...scenario, notes }, scenario.policy);
}

/**
 * The scenario with the policy that its notes speak of. It is written only where the document would not say the same
 * without it, so that links stay short and undoing a change by hand leaves no trace.
 */
export function withSentencePolicy({ notesFor: _, ...scenario }: Scenario, policy: PolicyFields): Scenario {
  const said = scenario.notes === '' || samePolicy(sentencePolicy(scenario), policy);
  return said ? scenario : { ...scenario, notesFor: policy };
}

/** The scenario with the policy that its notes were written for. */
export function withPolicyRestored(scenario: Scenario): Scenario {
  const policy = sentencePolicy(scenario);
  return withSentencePolicy({ ...scenario, policy }, policy);
}

const POLICY_PARTS = ['n', 'T', 'capacity'] as const satisfies readonly (keyof PolicyFields)[];

/** The parts of the policy that are no longer those that the notes were written for; none without notes. */
export function partsChangedSince(scenario: Scenario): readonly (keyof PolicyFields)[] {
  if (scenario.notes === '') return [];
  const before = sentencePolicy(scenario);
  return POLICY_PARTS.filter((part) => before[part] !== scenario.policy[part]);
}

function samePolicy(one: PolicyFields, other: PolicyFields): boolean {
  return POLICY_PARTS.every((part) => one[part] === other[part]);
}
