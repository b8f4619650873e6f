import { describe, expect, it } from 'vitest';
import { catalogueEntryById, parseScenario, scenarioOf, type LimiterSpec, type SchemeKnob } from '../../sim/index.ts';
import { newLane } from '../../store/scenarioEdits.ts';
import {
  parseSecondsOption,
  embeddedLimiterChoices,
  parseNodeWeights,
  withEmbeddedLimiter,
  type LimiterKnob,
  type SecondsKnob,
  type WeightsKnob,
} from './optionFields.ts';

function knobOf(scheme: string, id: string): SchemeKnob | undefined {
  return catalogueEntryById(scheme)?.knobs.find((knob) => knob.id === id);
}

describe('the limiter inside a scheme', () => {
  const ids = (scheme: string, knob: string) =>
    embeddedLimiterChoices(scheme, knobOf(scheme, knob) as LimiterKnob).map(({ value }) => value);

  it('is non-distributed, or one of the shareable schemes where those are allowed', () => {
    expect(ids('token-server', 'limiter')).toContain('gcra');
    expect(ids('token-server', 'limiter')).not.toContain('redis-incr');
    expect(ids('layered', 'outer')).toEqual(ids('token-server', 'limiter'));
    const schemes = ids('layered', 'inner').filter((id) => !ids('layered', 'outer').includes(id));
    expect(schemes).toContain('quota-lease');
    expect(schemes).not.toContain('layered');
    expect(schemes).not.toContain('local-split');
  });

  it('accepts every choice', () => {
    for (const [scheme, id] of [
      ['local-split', 'limiter'],
      ['token-server', 'limiter'],
      ['layered', 'outer'],
      ['layered', 'inner'],
    ] as const) {
      const held = newLane(scheme).options[id] as LimiterSpec;
      for (const choice of ids(scheme, id)) {
        const options = { [id]: withEmbeddedLimiter(held, choice) };
        expect([scheme, choice, parseScenario({ lanes: [{ limiter: scheme, options }] }).ok]).toEqual([
          scheme,
          choice,
          true,
        ]);
      }
    }
  });

  it('keeps its settings when the same is chosen, and its policy when another is', () => {
    const scenario = scenarioOf({
      lanes: [
        {
          limiter: 'token-server',
          options: { limiter: { limiter: 'token-bucket', policy: { n: 5 }, options: { start: 'empty' } } },
        },
      ],
    });
    const held = scenario.lanes[0]!.options['limiter'] as LimiterSpec;
    expect(withEmbeddedLimiter(held, 'token-bucket')).toBe(held);
    expect(withEmbeddedLimiter(held, 'gcra')).toEqual({
      limiter: 'gcra',
      edition: 'corrected',
      policy: { n: 5 },
      options: {},
    });
  });
});

describe('weights', () => {
  const of = (text: string, nodes = 3) =>
    parseNodeWeights('quota-lease', knobOf('quota-lease', 'weights') as WeightsKnob, text, nodes);

  it.each([
    ['3, 1, 1', { list: [3, 1, 1] }],
    ['0.5 0 2', { list: [0.5, 0, 2] }],
    ['', { list: null }],
    ['  ', { list: null }],
    ['1, 1', { error: 'Weights is a list of 2. It may be a list of 3, one for each of the nodes.' }],
    ['0, 0, 0', { error: 'Weights is all 0. It may be a list of 3, one for each of the nodes, at least one above 0.' }],
    ['1, -1, 1', { error: 'Weights: number 2 is −1. It may be a number from 0 to 1,000,000,000.' }],
    ['1, one, 1', { error: 'Weights: number 2 is “one”. It may be a number from 0 to 1,000,000,000.' }],
  ])('%j', (text, expected) => expect(of(text)).toEqual(expected));

  it('are one per existing node', () => {
    expect(of('2', 1)).toEqual({ list: [2] });
  });
});

describe('a lease', () => {
  const of = (text: string) => parseSecondsOption('quota-lease', knobOf('quota-lease', 'lease') as SecondsKnob, text);
  it.each([
    ['2', { value: 2 }],
    ['500 ms', { value: 0.5 }],
    ['0', { error: 'Lease is 0. It may be a number of seconds from 0.000001 to 2,592,000.' }],
    ['', { error: 'Lease is empty. It may be a number of seconds from 0.000001 to 2,592,000.' }],
  ])('%j', (text, expected) => expect(of(text)).toEqual(expected));
});
