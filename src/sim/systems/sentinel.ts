/**
 * Flow rules of Alibaba Sentinel, by queries a second: a count that is refused (`default`), paced (`throttling`), or
 * approached slowly by a system that was idle (`warm-up`, `warm-up-throttling`).
 *
 * `default` counts the passes of this half second and the one before, so its window is between half a second and one
 * second long: it is the sub-window counter with two slices of a second.
 */
import type { Limiter } from '../limiters/limiter.ts';
import { subWindow, type SubWindowParams } from '../limiters/subWindow.ts';
import { SECOND } from '../time.ts';
import { chosenRule, type ChosenParams } from './derived.ts';
import { countOf } from './sentinelCount.ts';
import { sentinelThrottling } from './sentinelPacing.ts';
import { sentinelWarmUp, sentinelWarmUpThrottling } from './sentinelWarmUp.ts';
import { systemOf, type System } from './system.ts';

/** A count below 1 admits nothing. */
const counted = {
  ...subWindow,
  prepare: (config) => {
    const { n, T } = config.policy;
    const policy = { n: Math.floor(countOf(n, T)), T: SECOND, capacity: 1 };
    return subWindow.prepare({ ...config, policy, options: { slices: 2 } });
  },
  gauge: { ...subWindow.gauge, full: ({ n }: SubWindowParams) => Math.max(1, n) } as Limiter['gauge'],
} satisfies typeof subWindow;

const RULES: Readonly<Record<string, Limiter>> = {
  default: counted,
  throttling: sentinelThrottling,
  'warm-up': sentinelWarmUp,
  'warm-up-throttling': sentinelWarmUpThrottling,
};

const rules = chosenRule(({ behavior }) => RULES[behavior as string] as Limiter);

export const sentinel: System<ChosenParams> = {
  ...rules,
  ...systemOf('sentinel', {
    behavior: [
      'Behavior',
      'What is done with requests above the count: refused, paced, or held back while the system is cold.',
    ],
    maxQueueingTime: ['Longest queueing', 'How long a request may wait with throttling.'],
    warmUpPeriod: ['Warm-up period', 'How long a cold system takes to allow the whole count.'],
    coldFactor: ['Cold factor', 'Which part of the count a cold system allows: one over this.'],
  }),
  summary: 'A count per second, in half-second slices; or pacing; or a slow start after idling.',
  rule:
    'With default, a request passes while this half second and the one before have had fewer than count. With throttling, ' +
    'requests leave one interval apart and wait up to maxQueueingTime. With warm-up, an idle system allows a part of the ' +
    'count, and all of it after warmUpPeriod.',
  storedPerKey: 'passes by half second, tokens, the last leaving',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the count had room',
    'it waits for its turn',
    'the count is reached, or the wait too long',
    'the cost is above the count',
  ],
  pacing: 'smooth',
  traits: { monotone: null, staysCold: { behavior: 'warm-up' } },
  gauge: counted.gauge,
  story: {
    keywords: ['Java', 'JVM', 'Alibaba'],
    product: 'Alibaba Sentinel, flow rules by QPS',
    release: '1.8, commit d75a6687',
    source: 'alibaba/Sentinel, flow/controller, LeapArray.java, StatisticSlot.java',
    evidence: 'source read',
    equals: 'sub-window with two slices of a second (default)',
    runs: 'per process',
    traps: [
      'Its window is between half a second and one second: twice the count pass within a second.',
      'A count below 1 admits nothing.',
      'An idle system refuses what is far below its count, until it has warmed up.',
    ],
  },
};
