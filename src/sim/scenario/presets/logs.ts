/** Presets on the requests of a log. */
import { EXAMPLE_LOG } from './exampleLog.ts';
import type { Preset } from './preset.ts';

/** Monday, 5 January 2026, 10:00 UTC. */
const START = 1_767_607_200;

export const logsPresets: readonly Preset[] = [
  {
    id: 'hour-of-an-api',
    title: 'An hour of an API',
    topic: 'clients',
    description:
      'The log of a made-up API: see in Tune which of its 61 clients 10 requests per 10 s would refuse, and drag n.',
    mode: 'tune',
    opensAt: 1310.375,
    document: {
      duration: 3_600,
      epoch: START,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'recording', name: 'api.log', start: START, data: EXAMPLE_LOG }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
    },
    expect: [
      { admitted: 1872, denied: 128, peak: 19 },
      { admitted: 1673, denied: 327, peak: 10 },
      { admitted: 1791, denied: 209, peak: 20 },
    ],
  },
];
