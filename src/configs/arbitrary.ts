/** Random lanes of a product, for tests. */
import fc from 'fast-check';
import { DAY, limiterById, MILLISECOND, SECOND, type CodeKnob, type Knob } from '../sim/index.ts';
import type { ConfigLane } from './index.ts';

const MOST = 1_000_000;

/** Spans that products offer, whole seconds and milliseconds, and any microseconds. */
const anyT = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 10, 60, 120, 300, 600, 3_600, 86_400, 604_800, 2_592_000).map((s) => s * SECOND),
  },
  fc.integer({ min: 1, max: 100_000 }).map((s) => s * SECOND),
  fc.integer({ min: 1, max: 1_000_000 }).map((ms) => ms * MILLISECOND),
  fc.integer({ min: MILLISECOND, max: 30 * DAY }),
);
const count = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 100 }) }, fc.integer({ min: 1, max: MOST }));

const anyPolicy = fc.record({ n: count, T: anyT, capacity: count });

function valueOf(knob: Exclude<Knob, CodeKnob>): fc.Arbitrary<string | number> {
  if (knob.kind === 'choice') return fc.constantFrom(...knob.choices);
  const { min, max, integer } = knob;
  const numbers = integer
    ? fc.integer({ min, max })
    : fc
        .integer({ min: Math.ceil(min * 1_000), max: Math.min(2 ** 31 - 1, Math.floor(max * 1_000)) })
        .map((ms) => ms / 1_000);
  const special = knob.specialValue === undefined ? [] : [fc.constant(knob.specialValue)];
  return fc.oneof(fc.constant(knob.default), numbers, ...special);
}

/** Many of them are such as the product cannot say. */
export function anyLane(id: string): fc.Arbitrary<ConfigLane> {
  const knobs = limiterById(id)?.knobs ?? [];
  const options = fc.record(
    Object.fromEntries(knobs.flatMap((knob) => (knob.kind === 'code' ? [] : [[knob.id, valueOf(knob)]]))),
  );
  return fc.record({ policy: anyPolicy, options });
}
