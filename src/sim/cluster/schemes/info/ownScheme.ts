/** A user's own scheme: how the catalogue and the format describe it. `../ownScheme.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, secondsKnob } from './kit.ts';

/** Of both: a scheme and a script that a user writes. */
export const OWN_INFO = {
  family: 'Distributed',
  sources: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  pacing: 'bursty',
  // A program may say how much of its limit is used.
  gauge: {
    unit: ['permit used', 'permits used'],
    denySide: 'ceiling',
    full: (params) => params['capacity'] as number,
    boundBy: () => 'capacity',
    low: () => 0,
  },
  atomicVariant: () => null,
} satisfies Partial<SchemeInfo>;

export const OWN_KNOBS: SchemeInfo['knobs'] = [
  secondsKnob('timeout', 'Timeout', [0.000001, 3_600], 0.1, 'A command fails if it is not answered within this time.'),
  choiceKnob(
    'fallback',
    'Fallback',
    ['deny', 'allow'],
    'deny',
    'How a node decides when the store does not answer, and the code does not catch that.',
  ),
];

export const ownSchemeInfo: SchemeInfo = {
  ...OWN_INFO,
  id: 'own-scheme',
  name: 'Your own scheme',
  summary:
    'Your own code on each node, in JavaScript. It yields commands to the store, and other nodes’ come in between.',
  rule:
    'A generator function decide runs for each request. It yields commands, such as incr(key), gets the replies, and ' +
    'returns true, false or a wait in seconds. Between two commands those of other nodes may run: this is where races are.',
  storedPerKey: 'what the code stores',
  knobs: [
    {
      kind: 'code',
      id: 'code',
      label: 'Code',
      language: 'javascript',
      help: 'A generator function decide({ key, cost, now, node, request, policy, local }).',
    },
    ...OWN_KNOBS,
  ],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['your code admitted it', 'your code delayed it', 'your code refused it', ''],
};
