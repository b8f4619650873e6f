/** The distributed schemes, in the order in which the picker shows them. */
import type { Scheme } from '../scheme.ts';
import { layered } from './layered.ts';
import { localSplit } from './localSplit.ts';
import { quotaLease } from './quotaLease.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSlidingLog } from './redisSlidingLog.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import { simpleWindowThreads } from './simpleWindowThreads.ts';
import { tairIncr } from './tairIncr.ts';
import { tokenServer } from './tokenServer.ts';

export const schemes: readonly Scheme[] = [
  simpleWindowThreads,
  localSplit,
  redisIncr,
  tairIncr,
  redisSubWindow,
  redisTokenBucket,
  redisSlidingLog,
  redisCooldown,
  tokenServer,
  quotaLease,
  layered,
];

const byId = new Map(schemes.map((scheme) => [scheme.id, scheme]));

/** The scheme with this id, if any. */
export function schemeById(id: string): Scheme | undefined {
  return byId.get(id);
}
