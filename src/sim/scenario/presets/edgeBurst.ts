/** The preset that a first visit shows. */
import type { LinkView } from '../linkView.ts';
import type { Preset } from './preset.ts';

export const edgeBurst: Preset = {
  id: 'edge-burst',
  title: 'Edge burst',
  topic: 'bursts',
  description:
    'The limit is 10 requests per 10 s: watch the fixed window at its 10 s edge, where it lets 20 through in 10 s.',
  formerNotes: [
    'The limit is 10 requests per 10 s: watch the fixed window at its 10 s edge, where it lets 20 through within 2 seconds.',
  ],
  opensAt: 10.05,
  document: {
    duration: 24,
    policy: { n: 10, T: 10 },
    traffic: [
      { kind: 'steady', from: 9, to: 9.95, rate: 10 },
      { kind: 'steady', from: 10.05, to: 11, rate: 10 },
      { kind: 'steady', from: 12, to: 23.5, rate: 1 },
    ],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
  },
  expect: [
    { admitted: 24, denied: 8, peak: 20 },
    { admitted: 15, denied: 17, peak: 10 },
    { admitted: 23, denied: 9, peak: 18 },
  ],
};

/** Where a first visit begins: playing from 8 s, with 6 s to 24 s visible. */
export const FIRST_VISIT_VIEW: LinkView = { at: 8, from: 6, to: 24 };
