/**
 * A copy of the hot loops for each limiter. A JavaScript engine learns for every place in the code what is called there, and
 * builds it in if that is always the same; where six limiters are called, each decision takes three calls, and every instant
 * and level is put on the heap for them. What it has learnt belongs to a module: one that is imported by another address,
 * whatever follows the question mark, learns anew.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- It declares the addresses below, in every project that comes here.
/// <reference path="./copies.d.ts" />
import type { Limiter } from '../limiters/limiter.ts';
import { hotLoops as first } from './hotLoops.ts?1&copy';
import { hotLoops as second } from './hotLoops.ts?2&copy';
import { hotLoops as third } from './hotLoops.ts?3&copy';
import { hotLoops as fourth } from './hotLoops.ts?4&copy';
import { hotLoops as fifth } from './hotLoops.ts?5&copy';
import { hotLoops as sixth } from './hotLoops.ts?6&copy';
import { hotLoops as shared } from './hotLoops.ts';

/** A limiter gets the next when it first decides; once all are taken, the others share the last. */
const copies = [first, second, third, fourth, fifth, sixth, shared];
const taken = new Map<Limiter['decide'], typeof shared>();

export function hotLoopsOf({ decide }: Limiter): typeof shared {
  let own = taken.get(decide);
  if (own === undefined) taken.set(decide, (own = copies[taken.size] ?? shared));
  return own;
}
