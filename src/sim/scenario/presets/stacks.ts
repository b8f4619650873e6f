/** Several limits on the same requests, and who is charged for what another one refuses. */
import type { Preset } from './preset.ts';

const second = { limiter: 'fixed-window', policy: { n: 10, T: 1 } };
const hour = { limiter: 'fixed-window', policy: { n: 1000, T: 3600 } };
const stack = (label: string, charge: string, of: readonly object[]) => ({
  limiter: 'stack',
  label,
  options: { charge },
  of,
});

export const stacksPresets: readonly Preset[] = [
  {
    id: 'ten-a-second-and-a-thousand-an-hour',
    title: 'Ten a second and 1,000 an hour',
    topic: 'refusals',
    description:
      'Half of 20 a second is refused. In order, with the hour charged first, the hour counts those too, and is used up after 50 s instead of 100 s.',
    opensAt: 50.5,
    document: {
      duration: 110,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'steady', to: 110, rate: 20 }],
      lanes: [
        stack('Together', 'together', [second, hour]),
        stack('In order: second, hour', 'in-order', [second, hour]),
        stack('In order: hour, second', 'in-order', [hour, second]),
      ],
    },
    expect: [
      { admitted: 1000, denied: 1200, peak: 10 },
      { admitted: 1000, denied: 1200, peak: 10 },
      { admitted: 500, denied: 1700, peak: 10 },
    ],
  },
];
