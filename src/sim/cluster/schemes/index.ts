/** The distributed schemes as the catalogue and the format describe them, in the order in which the picker shows them. */
import type { SchemeInfo } from '../scheme.ts';
import { layeredInfo } from './info/layered.ts';
import { localSplitInfo } from './info/localSplit.ts';
import { quotaLeaseInfo } from './info/quotaLease.ts';
import { redisCooldownInfo } from './info/redisCooldown.ts';
import { redisIncrInfo } from './info/redisIncr.ts';
import { redisSlidingLogInfo } from './info/redisSlidingLog.ts';
import { redisSubWindowInfo } from './info/redisSubWindow.ts';
import { redisTokenBucketInfo } from './info/redisTokenBucket.ts';
import { simpleWindowThreadsInfo } from './info/simpleWindowThreads.ts';
import { tairIncrInfo } from './info/tairIncr.ts';
import { tokenServerInfo } from './info/tokenServer.ts';

export const schemes: readonly SchemeInfo[] = [
  simpleWindowThreadsInfo,
  localSplitInfo,
  redisIncrInfo,
  tairIncrInfo,
  redisSubWindowInfo,
  redisTokenBucketInfo,
  redisSlidingLogInfo,
  redisCooldownInfo,
  tokenServerInfo,
  quotaLeaseInfo,
  layeredInfo,
];

const byId = new Map(schemes.map((scheme) => [scheme.id, scheme]));

/** Adds what is loaded when it is needed. */
export function addSchemes(added: readonly SchemeInfo[]): void {
  for (const scheme of added) byId.set(scheme.id, scheme);
}

/** The schemes, and what was added to them. */
export function knownSchemes(): readonly SchemeInfo[] {
  return [...byId.values()];
}

/** The description of the scheme with this id, if any. */
export function schemeById(id: string): SchemeInfo | undefined {
  return byId.get(id);
}
