/** For tests only: the limiters whose rules are their own. Most systems decide as one of them, or as several in turn. */
import { catalogue } from '../limiters/index.ts';
import type { Limiter } from '../limiters/limiter.ts';
import { exponential } from './exponential.ts';
import { guavaBursty } from './guavaBursty.ts';
import { guavaWarmingUp } from './guavaWarmingUp.ts';
import { nginxLimitReq } from './nginxLimitReq.ts';

/** Each is written a second time, and has a picture of its kind. */
export const everyRule: readonly Limiter[] = [...catalogue, nginxLimitReq, guavaBursty, guavaWarmingUp, exponential];
