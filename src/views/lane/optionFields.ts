/**
 * Options that are neither a plain number nor a choice: a limiter inside a scheme, node weights, an optional duration.
 */
import { knownLimiters, parseScenario, knownSchemes, type LimiterSpec, type SchemeKnob } from '../../sim/index.ts';
import { newLane } from '../../store/scenarioEdits.ts';
import { fieldProblemText } from '../format/fieldProblemText.ts';
import { fieldName, listPath, type FieldResult } from '../format/fields.ts';
import { parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';
import { parseNumbers } from '../format/lists.ts';

type KnobOf<K extends SchemeKnob['kind']> = Extract<SchemeKnob, { readonly kind: K }>;
export type LimiterKnob = KnobOf<'limiter'>;
export type WeightsKnob = KnobOf<'weights'>;
export type SecondsKnob = KnobOf<'seconds'>;

/** The selectable limiters: all non-distributed ones, and where schemes are allowed, those that the format accepts. */
export function embeddedLimiterChoices(
  scheme: string,
  knob: LimiterKnob,
): readonly { readonly value: string; readonly label: string }[] {
  const isAllowed = (id: string): boolean =>
    parseScenario({ lanes: [{ limiter: scheme, options: { [knob.id]: id } }] }).ok;
  return [
    ...knownLimiters().filter(({ id }) => id !== 'stack' && id !== 'own'),
    ...knownSchemes().filter(({ id }) => knob.allowsSchemes && isAllowed(id)),
  ].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
}

/** Replaces the limiter, keeping its policy; choosing the same limiter keeps all its settings. */
export function withEmbeddedLimiter(old: LimiterSpec, limiter: string): LimiterSpec {
  return old.limiter === limiter ? old : { ...newLane(limiter), policy: old.policy };
}

export type NodeWeightsResult = { readonly list: readonly number[] | null } | { readonly error: string };

/** Parses typed weights, `3, 1, 1`; empty text means equal weights. */
export function parseNodeWeights(scheme: string, knob: WeightsKnob, text: string, nodes: number): NodeWeightsResult {
  const weights = parseNumbers(text);
  if (weights.length === 0) return { list: null };
  const parsed = parseScenario({ cluster: { nodes }, lanes: [{ limiter: scheme, options: { [knob.id]: weights } }] });
  if (parsed.ok) return { list: weights as readonly number[] };
  const [problem] = parsed.problems;
  if (problem === undefined) return { error: `${fieldName(knob.label)} is ${text.trim()}, which does not fit.` };
  return { error: fieldProblemText(problem, listPath(knob.label, problem.path), text) };
}

/** Parses a duration, in seconds unless a unit is typed. */
export function parseSecondsOption(scheme: string, knob: SecondsKnob, text: string): FieldResult {
  return parseScenarioField(
    {
      name: fieldName(knob.label),
      path: `lanes[0].options.${knob.id}`,
      documentWith: (value) => ({ lanes: [{ limiter: scheme, options: { [knob.id]: value } }] }),
      parse: parseSeconds,
    },
    text,
  );
}
