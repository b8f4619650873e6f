/** A user's own scheme: how the catalogue and the format describe it. `../ownScheme.ts` runs it. */
import { withTexts } from '../../../systems/texts.ts';
import { ownSchemeWords } from '../../../systems/words.ts';
import { OWN_COMMANDS } from '../../own/commands.ts';
import type { SchemeInfo } from '../../scheme.ts';

/** Of both: a scheme and a script that a user writes. */
export const OWN_INFO = {
  family: 'Distributed',
  sources: [],
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

export const OWN_TEXTS = {
  timeout: ['Timeout', 'A command fails if it is not answered within this time.'],
  fallback: [
    'Fallback',
    'How a node decides when the store does not answer, or answers with an error, and the code does not catch that.',
  ],
} as const;

export const ownSchemeInfo: SchemeInfo = {
  ...OWN_INFO,
  ...withTexts(ownSchemeWords, {
    code: ['Code', 'A generator function decide({ key, cost, now, node, request, policy, local }).'],
    ...OWN_TEXTS,
  }),
  summary:
    'Your own code on each node, in JavaScript. It yields commands to the store, and other nodes’ come in between.',
  rule:
    'A generator function decide runs for each request. It yields commands, such as incr(key), gets the replies, and ' +
    'returns true, false or a wait in seconds. Between two commands those of other nodes may run: this is where races are.',
  storedPerKey: 'what the code stores',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['your code admitted it', 'your code delayed it', 'your code refused it', ''],
  // What the code sends is known when it runs.
  crashPoints: () => [...OWN_COMMANDS, 'EXEC'],
};
