/** The gallery of confusions, by topic, in its order. */
import { bucketConfusions } from './buckets.ts';
import { clientConfusions } from './clients.ts';
import type { Confusion } from './confusion.ts';
import { nodeConfusions } from './nodes.ts';
import { queueConfusions } from './queues.ts';
import { windowConfusions } from './windows.ts';

export type { Confusion } from './confusion.ts';

export const confusionTopics: readonly { readonly name: string; readonly confusions: readonly Confusion[] }[] = [
  { name: 'Windows', confusions: windowConfusions },
  { name: 'Buckets', confusions: bucketConfusions },
  { name: 'Queues and pacing', confusions: queueConfusions },
  { name: 'Retries', confusions: clientConfusions },
  { name: 'Distributed', confusions: nodeConfusions },
];

export const confusions: readonly Confusion[] = confusionTopics.flatMap((topic) => topic.confusions);
