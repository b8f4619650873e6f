/** A hash of everything that a preset decides, and of our own mathematics: computed in Node and in the browser alike. */
import { exp, expm1, ln } from '../src/sim/math.ts';
import { fnv1aHex } from '../src/sim/fnv.ts';
import { nextExponential, makeStream } from '../src/sim/random.ts';
import { planOf, simulateToEnd } from '../src/sim/engine.ts';
import { loadDeflate, presets, presetScenario } from '../src/sim/index.ts';
import { addLimiters } from '../src/sim/limiters/index.ts';
import { stack } from '../src/sim/stack/stack.ts';
import { systems } from '../src/sim/systems/index.ts';
import { decisionHash } from '../src/tools/decisionHash.ts';

addLimiters([...systems, stack]);

/** It decides ten million requests, which takes longer than all other presets together. */
export const LONG_PRESET = 'driver-table';

/** @param everything whether to include the preset that takes longest */
export async function fingerprints(everything: boolean): Promise<Record<string, string>> {
  await loadDeflate();
  const hashes: Record<string, string> = { mathematics: hashMath(), poisson: hashPoisson() };
  for (const preset of presets) {
    if (preset.id === LONG_PRESET && !everything) continue;
    const plan = planOf(presetScenario(preset));
    hashes[preset.id] = simulateToEnd(plan)
      .lanes.map((lane) => decisionHash(plan, lane))
      .join();
  }
  return hashes;
}

function hashMath(): string {
  const stream = makeStream(1, 2, 3);
  return fnv1aHex(
    Float64Array.from({ length: 60_000 }, (_, i) => {
      const x = nextExponential(stream) * 20;
      return [ln, exp, expm1][i % 3]!(x);
    }),
  );
}

/** Random traffic through a limiter: the instants are made of our own logarithms. */
function hashPoisson(): string {
  const scenario = presetScenario({
    id: 'poisson',
    title: 'poisson',
    topic: 'bursts',
    description: '',
    opensAt: 0,
    expect: [],
    document: {
      seed: 7,
      policy: { n: 10, T: 1 },
      duration: 1_000,
      traffic: [{ kind: 'poisson', rate: 12 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
  });
  const plan = planOf(scenario);
  const [lane] = simulateToEnd(plan).lanes;
  return fnv1aHex(Float64Array.from([...plan.arrivals.at, ...(lane?.verdicts ?? [])]));
}

globalThis.spillwayFingerprints = fingerprints;
