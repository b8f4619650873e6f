/**
 * limit-count of Apache APISIX with policy local: a window opened at the first request that counts all, or (since 3.18) a
 * sliding one of two windows that compares the estimate before the request, and so lets a big one through above the
 * limit.
 */
import type { Limiter } from '../limiters/limiter.ts';
import { MILLISECOND, microsFromSeconds, SECOND, secondsFromMicros } from '../time.ts';
import { countingWindow, openedAtFirstUse } from './countingWindow.ts';
import { chosenRule, type ChosenParams } from './derived.ts';
import { offsetOf, requireWhole, ruleWithin, systemOf, type System } from './system.ts';
import { weighedWindows } from './weighedWindows.ts';

/** Doubles, in the product's order: last / T · rest + count, where seconds are milliseconds ÷ 1000 of Unix time. */
const sliding = weighedWindows({
  estimate({ n, T, epoch }, previous, current, _, at) {
    const seconds = secondsFromMicros(T);
    const now = (epoch + at) / MILLISECOND / 1_000;
    const rest = seconds - (now % seconds);
    return (Math.min(previous, n) / seconds) * rest + current;
  },
  moves: 'by the clock',
  compares: 'without cost',
  countsRefused: () => false,
  code: ['rest = time_window − now mod time_window', 'estimate = min(previous, count)/time_window · rest + current'],
  countsTooLarge: false,
});

const fixedRule: Limiter<ReturnType<typeof openedAtFirstUse>, ReturnType<typeof countingWindow.init>> = {
  ...ruleWithin('apisix-limit-count'),
  ...countingWindow,
  prepare: ({ policy: { n, T } }) => openedAtFirstUse(n, T, MILLISECOND),
};

const slidingRule: Limiter<Parameters<typeof sliding.bound>[0], ReturnType<typeof sliding.init>> = {
  ...ruleWithin('apisix-limit-count'),
  ...sliding,
  prepare: ({ policy: { n, T }, epoch }) => ({
    n,
    T,
    unit: MILLISECOND,
    offset: offsetOf(epoch, T),
    epoch: microsFromSeconds(epoch),
    shutUntil: null,
  }),
};

const rules = chosenRule(({ windowType }) => (windowType === 'sliding' ? slidingRule : fixedRule));

const { outcomes, pacing, gauge } = countingWindow;

export const apisixLimitCount: System<ChosenParams> = {
  ...rules,
  ...systemOf('apisix-limit-count', {
    windowType: ['Window type', 'A window opened by the first request, or two aligned ones, the earlier one weighted.'],
  }),
  outcomes,
  pacing,
  gauge,
  countsTooLarge: true,
  summary:
    'A window opened by the first request, or two clock-aligned windows, the earlier one weighted less and less.',
  rule:
    'With fixed, a window opens at a key’s first request and counts all that comes; up to count are admitted. With ' +
    'sliding, a request is admitted while the estimate before it is below count, whatever it costs.',
  storedPerKey: 'count and end, or two counts',
  reasons: ['the window had room', '', 'the window is full', 'the cost is above n'],
  prepare(config) {
    requireWhole(config.policy.T, SECOND, 'time_window');
    return rules.prepare(config);
  },
  story: {
    keywords: ['OpenResty', 'nginx', 'Lua', 'lua-resty-limit-traffic', 'API gateway'],
    product: 'Apache APISIX, limit-count with policy local',
    release: '3.18, commit f519a0f0',
    source: 'apache/apisix, apisix/plugins/limit-count; api7/lua-resty-limit-traffic, count.lua',
    evidence: 'source read',
    equals: 'quota-reset on a clock of milliseconds (fixed, cost 1)',
    runs: 'per process',
    traps: ['With sliding, a request of cost c may go up to c − 1 over the count.'],
  },
};
