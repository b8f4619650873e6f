/** The gallery of confusions, in its order. */
import { bucketConfusions } from './buckets.ts';
import { clientConfusions } from './clients.ts';
import type { Confusion } from './confusion.ts';
import { nodeConfusions } from './nodes.ts';
import { queueConfusions } from './queues.ts';
import { windowConfusions } from './windows.ts';

export type { Confusion } from './confusion.ts';

export const confusions: readonly Confusion[] = [
  ...windowConfusions,
  ...bucketConfusions,
  ...queueConfusions,
  ...clientConfusions,
  ...nodeConfusions,
];
