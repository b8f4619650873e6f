/** Whether a limiter itself refuses a policy or an option. */
import { capitalized, limiterById, UnsupportedPolicyError, type Duration, type Options } from '../sim/index.ts';

/** Where a run has no dates. */
const NO_EPOCH = 0;

/**
 * The sentence with which the limiter refuses, or null if it takes them; an option that is absent has its default.
 * @throws {TypeError} for a system before `loadSystems`
 */
export function refusal(
  id: string,
  { n, T, capacity }: { readonly n: number; readonly T: Duration; readonly capacity: number | null },
  options: Options,
): string | null {
  const limiter = limiterById(id);
  if (limiter === undefined) throw new TypeError(`${id} is not loaded.`);
  const complete: Record<string, string | number> = {};
  for (const knob of limiter.knobs) {
    // No product is a program.
    if (knob.kind === 'code') continue;
    const value = options[knob.id] ?? knob.default;
    const isTaken =
      knob.kind === 'choice'
        ? knob.choices.includes(value as string)
        : value === knob.specialValue ||
          (typeof value === 'number' &&
            value >= knob.min &&
            value <= knob.max &&
            (!knob.integer || Number.isInteger(value)));
    if (!isTaken) return `${knob.id} is ${value}, which a lane cannot hold.`;
    complete[knob.id] = value;
  }
  try {
    limiter.prepare({
      policy: { n, T, capacity: capacity ?? n },
      options: complete,
      edition: limiter.editions[0] ?? 'corrected',
      epoch: NO_EPOCH,
      horizon: T,
    });
    return null;
  } catch (error) {
    if (error instanceof UnsupportedPolicyError) return sentence(error.message);
    // A product of large numbers that a run cannot count exactly: the config can say it all the same.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sentence(message: string): string {
  return `${capitalized(message)}${message.endsWith('.') ? '' : '.'}`;
}
