/** Options that are more than a figure or a choice: a limiter within a scheme, weights of nodes, a length that may be left out. */
import { catalogue, parseScenario, schemes, sentence, type SchemeKnob } from '../../sim/index.ts';
import { newLane, type OptionValue } from '../../store/edits.ts';
import type { Checked } from '../format/fields.ts';
import { checkField, secondsFromText } from '../format/check.ts';
import { numbersFromText } from '../format/lists.ts';

type KnobOf<K extends SchemeKnob['kind']> = Extract<SchemeKnob, { readonly kind: K }>;
export type LimiterKnob = KnobOf<'limiter'>;
export type WeightsKnob = KnobOf<'weights'>;
export type SecondsKnob = KnobOf<'seconds'>;

/** A limiter as a scheme holds it. */
export type Held = Extract<OptionValue, { readonly limiter: string }>;

/** What may stand there: any limiter of one process, and where schemes may, those that the format takes. */
export function choicesOf(
  scheme: string,
  knob: LimiterKnob,
): readonly { readonly value: string; readonly label: string }[] {
  const fits = (id: string): boolean => parseScenario({ lanes: [{ limiter: scheme, options: { [knob.id]: id } }] }).ok;
  return [...catalogue, ...schemes.filter(({ id }) => knob.schemes && fits(id))].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
}

/** Another limiter in that place, on the policy of the one before; the same one stays as it is, with all it has. */
export function withHeld(old: Held, limiter: string): Held {
  return old.limiter === limiter ? old : { ...newLane(limiter), policy: old.policy };
}

export type CheckedWeights = { readonly weights: readonly number[] | null } | { readonly error: string };

/** Weights as they are typed, `3, 1, 1`; none at all means all alike. */
export function weightsFromText(scheme: string, knob: WeightsKnob, text: string, nodes: number): CheckedWeights {
  const weights = numbersFromText(text);
  if (weights.length === 0) return { weights: null };
  const parsed = parseScenario({ cluster: { nodes }, lanes: [{ limiter: scheme, options: { [knob.id]: weights } }] });
  if (parsed.ok) return { weights: weights as readonly number[] };
  const [problem] = parsed.problems;
  if (problem === undefined) return { error: `${knob.id} is ${text.trim()}, which does not fit.` };
  return { error: sentence({ ...problem, path: problem.path.replace('lanes[0].options.', '') }) };
}

/** Seconds unless a unit is typed. */
export function checkSeconds(scheme: string, knob: SecondsKnob, text: string): Checked {
  return checkField(
    {
      name: knob.id,
      path: `lanes[0].options.${knob.id}`,
      document: (value) => ({ lanes: [{ limiter: scheme, options: { [knob.id]: value } }] }),
      read: secondsFromText,
    },
    text,
  );
}
