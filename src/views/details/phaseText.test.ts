import { describe, expect, it } from 'vitest';
import { parseScenario, type Traffic } from '../../sim/index.ts';
import { phaseLabel, phaseName, phaseText } from './phaseText.ts';

function phase(entry: object): Traffic {
  const parsed = parseScenario({ traffic: [entry] });
  if (!parsed.ok) throw new TypeError(JSON.stringify(parsed.problems));
  return parsed.scenario.traffic[0] as Traffic;
}

describe('a phase in words', () => {
  it.each([
    [{ kind: 'steady', from: 9, to: 9.95, rate: 10 }, 'steady, 10 a second, 9 s to 9.95 s', 'steady 10/s'],
    [{ kind: 'steady', rate: 0.5 }, 'steady, 30 a minute, 0 s to the end', 'steady 30/min'],
    [{ kind: 'poisson', from: 60, to: 3_600, rate: 5 }, 'poisson, 5 a second, 60 s to 3,600 s', 'poisson 5/s'],
    [{ kind: 'ramp', to: 60, rate: [1, 20] }, 'ramp, 1 to 20 a second, 0 s to 60 s', 'ramp 1–20/s'],
    [{ kind: 'ramp', to: 60, rate: [0, 20] }, 'ramp, 0 to 20 a second, 0 s to 60 s', 'ramp 0–20/s'],
    [{ kind: 'ramp', to: 60, rate: [2, 0] }, 'ramp, 2 a second to 0, 0 s to 60 s', 'ramp 2/s–0'],
    [{ kind: 'ramp', to: 60, rate: [0.001, 2] }, 'ramp, 3.6 an hour to 2 a second, 0 s to 60 s', 'ramp 3.6/h–2/s'],
    [{ kind: 'burst', at: 58, count: 100 }, 'burst, 100 at 58 s', 'burst 100'],
    [{ kind: 'burst', at: 58, count: 5_000, spread: 2 }, 'burst, 5,000 at 58 s, over 2 s', 'burst 5,000'],
    [
      { kind: 'on-off', to: 60, rate: 20, on: 2, off: 8 },
      'on-off, 20 a second, 2 s on, 8 s off, 0 s to 60 s',
      'on-off 20/s',
    ],
    [{ kind: 'daily', to: 86_400, mean: 5 }, 'daily, 5 a second on average, 0 s to 86,400 s', 'daily 5/s'],
    [{ kind: 'times', at: [3] }, 'times, 1 request, at 3 s', 'times 1'],
    [{ kind: 'times', at: [1.5, 0, 0] }, 'times, 3 requests, 0 s to 1.5 s', 'times 3'],
    [{ kind: 'times' }, 'times, no requests', 'times 0'],
    [{ kind: 'times', at: [12.4], clicks: true }, 'sent by hand, 1 request, at 12.4 s', 'sent 1'],
    [
      { kind: 'clients', count: 20, rate: 1, to: 60, retry: { strategy: 'backoff' } },
      'clients, 20 with backoff, 0 s to 60 s',
      'clients 20',
    ],
    [{ kind: 'script', code: 'a\nb' }, 'script, 2 lines', 'script'],
  ])('%j', (entry, words, label) => {
    expect(phaseText(phase(entry))).toBe(words);
    expect(phaseLabel(phase(entry))).toBe(label);
  });

  it('is numbered from 1', () =>
    expect(phaseName(0, phase({ kind: 'burst', at: 58, count: 100 }))).toBe('Phase 1: burst, 100 at 58 s'));
});
