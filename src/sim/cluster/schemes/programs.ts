/**
 * The distributed schemes with their programs. Few scenarios need them, so the page has only what `index.ts` says of a
 * scheme; its worker loads this with the engine (`run/simulate.ts`).
 */
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

export const schemePrograms: readonly Scheme[] = [
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
