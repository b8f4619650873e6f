/** The local policy of Kong's rate-limiting plugin: fixed windows of Unix time. */
import { fixedWindow, type FixedWindowParams, type FixedWindowState } from '../limiters/fixedWindow.ts';
import { costsOne } from './derived.ts';
import { offsetOf, requireOneOf, systemOf, type System } from './system.ts';

export const kong: System<FixedWindowParams, FixedWindowState> = {
  ...costsOne(fixedWindow),
  ...systemOf('kong'),
  summary: 'A counter for each second, minute, hour or day of the calendar.',
  rule:
    'Every second, minute, hour or day of Unix time has a count of its own. A request is admitted while that is below ' +
    'n; what is refused is not counted.',
  prepare({ policy: { n, T }, epoch }) {
    requireOneOf(T, [1, 60, 3_600, 86_400], 'the period');
    return { n, T, offset: offsetOf(epoch, T) };
  },
  story: {
    keywords: ['OpenResty', 'nginx', 'Lua', 'API gateway'],
    product: 'Kong Gateway, rate-limiting with policy local',
    release: '3, commit 22246ef2',
    source: 'Kong/kong, kong/plugins/rate-limiting/handler.lua, policies/init.lua',
    evidence: 'source read',
    equals: 'fixed-window',
    runs: 'per process',
    traps: [
      'Up to 2n pass around a minute boundary.',
      'The count is incremented by a timer after the decision: requests in the same turn of the event loop all read the old one. The lane does not model that.',
    ],
  },
};
