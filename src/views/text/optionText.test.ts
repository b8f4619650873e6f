import { describe, expect, it } from 'vitest';
import { catalogueEntryById, loadSystems, scenarioOf, type Lane } from '../../sim/index.ts';
import { optionText, changedOptionsText } from './optionText.ts';

await loadSystems();

function lane(document: object): Lane {
  return scenarioOf({ cluster: { nodes: 3 }, lanes: [document] }).lanes[0]!;
}

describe('options of a lane', () => {
  it.each<[object, readonly string[]]>([
    [{ limiter: 'gcra' }, []],
    [{ limiter: 'token-bucket', options: { start: 'empty' } }, ['start empty']],
    [{ limiter: 'guava-bursty', options: { timeout: 0.5, mode: 'tryAcquire' } }, ['mode tryAcquire', 'timeout 500 ms']],
    [{ limiter: 'nginx-limit-req', options: { burst: 5_000, delay: 'none' } }, ['burst 5,000', 'delay none']],
    [{ limiter: 'quota-lease', options: { preallocate: 0.50001 } }, ['preallocated 0.50001']],
    [{ limiter: 'own', options: { code: 'const a = 1;\nexport const decide = () => true;\n' } }, ['code 2 lines']],
    [{ limiter: 'token-server' }, []],
    [{ limiter: 'token-server', options: { limiter: 'token-bucket' } }, []],
    [{ limiter: 'token-server', options: { limiter: 'gcra', fallback: 'allow' } }, ['limiter GCRA', 'fallback allow']],
    [
      {
        limiter: 'layered',
        options: {
          outer: { limiter: 'token-bucket', policy: { n: 5, T: 1, capacity: 9 }, options: { start: 'empty' } },
          inner: { limiter: 'redis-incr', options: { variant: 'multi' } },
        },
      },
      ['outer Token bucket, own n 5, own T 1 s, own capacity 9, start empty', 'inner Redis INCR, variant multi'],
    ],
    [
      { limiter: 'local-split', options: { limiter: { limiter: 'sliding-log', edition: 'published' } } },
      ['limiter Sliding log, as published'],
    ],
    [{ limiter: 'local-split', options: { limiter: 'token-bucket-lazy' } }, ['limiter Lazy bucket']],
    [
      {
        limiter: 'stack',
        options: { charge: 'in-order' },
        of: [
          { limiter: 'gcra' },
          { limiter: 'sliding-log', policy: { n: 5, T: 30 }, key: 'all' },
          { limiter: 'token-bucket', label: 'Daily', options: { start: 'empty' } },
        ],
      },
      ['charge in-order', 'of GCRA, Sliding log (own n 5, own T 30 s, for all keys) and Daily (start empty)'],
    ],
    [
      { limiter: 'quota-lease', options: { weights: [3, 1, 0.5], lease: 2, taper: 0.25 } },
      ['taper 0.25', 'weights 3, 1, 0.5', 'lease 2 s'],
    ],
  ])('%o', (document, words) => {
    expect(changedOptionsText(lane(document))).toEqual(words);
  });

  it('have texts even if omitted', () => {
    const knobs = catalogueEntryById('quota-lease')!.knobs;
    const { options } = lane({ limiter: 'quota-lease' });
    expect(Object.fromEntries(knobs.map((knob) => [knob.id, optionText(knob, options[knob.id])]))).toEqual({
      preallocate: '0.5',
      reserve: '0.1',
      taper: '0.5',
      weights: 'equal',
      lease: 'a tenth of T',
      timeout: '100 ms',
      fallback: 'deny',
    });
  });
});
