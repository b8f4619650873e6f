/** Redis cooldown: how the catalogue and the format describe it. `../redisCooldown.ts` runs it. */
import { SECOND, type Duration } from '../../../time.ts';
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, COMMON_KNOBS } from './kit.ts';

export const redisCooldownInfo: SchemeInfo = {
  id: 'redis-cooldown',
  name: 'Redis cooldown',
  family: 'Distributed',
  summary: 'One number in the store runs ahead of the clock; INCRBY advances it.',
  rule:
    'Each request advances a score by its cost times T/n, and is denied if the score would then be more than T ahead of ' +
    'now. incr advances it first and corrects it afterwards: two requests that find it expired lose one permit, and until ' +
    'a denied request has moved the score back, others are denied because of it. lua decides and writes in one message.',
  sources: ['cooldown'],
  storedPerKey: 'one number, the score, without an expiry',
  knobs: [
    choiceKnob('variant', 'Variant', ['incr', 'lua'], 'lua', 'Separate commands or one script.'),
    ...COMMON_KNOBS,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the score is low enough', '', 'the score is too far ahead', 'the cost is above n'],
  pacing: 'bursty',
  gauge: {
    unit: ['second ahead', 'seconds ahead'],
    denySide: 'ceiling',
    full: (params) => (params['T'] as Duration) / SECOND,
    low: (params) => -(params['ticksPerPermit'] as number) / (params['ticksPerMicro'] as number) / SECOND,
  },
  atomicVariant: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  crashPoints: (options) => (options['variant'] === 'lua' ? [] : ['INCRBY']),
};
