/** Throttles of Rack::Attack: fixed windows of Unix time in a cache that all processes share. */
import { fixedWindow, type FixedWindowParams, type FixedWindowState } from '../limiters/fixedWindow.ts';
import { SECOND } from '../time.ts';
import { costsOne } from './derived.ts';
import { recorded } from './recorded.ts';
import { offsetOf, requireWhole, systemOf, type System } from './system.ts';

export const rackAttack: System<FixedWindowParams, FixedWindowState> = {
  ...costsOne(fixedWindow),
  ...systemOf('rack-attack'),
  summary: 'A counter in the cache for each period of Unix time.',
  rule:
    'Time since 1970 is divided into periods, each with a count in the cache. A request is admitted while the count with ' +
    'it is at most the limit. Refused ones are counted too, which changes nothing.',
  prepare({ policy: { n, T }, epoch }) {
    requireWhole(T, SECOND, 'period');
    return { n, T, offset: offsetOf(epoch, T) };
  },
  story: {
    keywords: ['Ruby', 'Rails', 'Redis'],
    product: 'Rack::Attack',
    release: '6.6.1, and commit 728d610',
    source: 'rack/rack-attack, cache.rb, throttle.rb',
    evidence: recorded['rack-attack'],
    equals: 'fixed-window',
    runs: 'in Redis',
    traps: ['Up to twice the limit pass around a period boundary.'],
  },
};
