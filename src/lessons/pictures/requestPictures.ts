/** Pictures of what asks, and of what it is given. */
import { exactly } from '../lesson.ts';
import { burst, picture, run, steady, times } from './picture.ts';

const threeTries = run('fixed-window', { n: 1, T: 4 }, 6, [
  { ...times(0), key: 'a' },
  {
    kind: 'clients',
    from: 2,
    to: 2.5,
    rate: 1,
    key: 'a',
    keys: 'shared',
    retry: { strategy: 'retry-poll', every: 1 },
  },
]);

export const requestPictures = {
  request: picture(
    'decisions',
    run('fixed-window', { n: 5, T: 10 }, 6, [times(1, 2.5, 4)]),
    'Three requests, at 1 s, 2.5 s and 4 s.',
    [{ says: 'Three requests', is: exactly('requests', 0, 3) }],
    ['1 s, 2.5 s and 4 s'],
  ),
  phase: picture(
    'decisions',
    run('fixed-window', { n: 20, T: 10 }, 8, [burst(1, 4), steady(2, { from: 3, to: 6 })]),
    'Two phases: a burst of 4, then 2 requests a second.',
    [
      { says: 'a burst of 4', is: exactly('requests', 0, 4, { phase: 0 }) },
      { says: '2 requests a second', is: exactly('requests', 0, 2, { phase: 1, from: 3, to: 4 }) },
    ],
    ['Two phases'],
  ),
  key: picture(
    'decisions',
    run('fixed-window', { n: 2, T: 10 }, 8, [burst(2, 3, { key: 'a' }), burst(5, 3, { key: 'b' })]),
    'Two keys ask for 3 permits each, and each is given its 2: neither takes from the other.',
    [
      { says: 'Two keys', is: exactly('peakAllKeys', 0, 4) },
      {
        says: '3 permits each',
        is: [exactly('requests', 0, 3, { key: 'a' }), exactly('requests', 0, 3, { key: 'b' })],
      },
      { says: 'its 2', is: [exactly('admitted', 0, 2, { key: 'a' }), exactly('admitted', 0, 2, { key: 'b' })] },
    ],
  ),
  cost: picture(
    'level',
    run('fixed-window', { n: 12, T: 10 }, 8, [{ kind: 'times', at: [1, 3, 5], cost: [1, 4, 6] }]),
    'Requests that cost 1, 4 and 6: the count rises by as much, to 11.',
    [{ says: 'to 11', is: exactly('level', 0, 11, { at: 5 }) }],
    ['1, 4 and 6'],
  ),
  permit: picture(
    'decisions',
    run('fixed-window', { n: 4, T: 10 }, 6, [burst(2, 6)]),
    'Of 6 requests 4 get a permit; for the other 2 there is none left.',
    [
      { says: 'Of 6 requests 4', is: [exactly('requests', 0, 6), exactly('admitted', 0, 4)] },
      { says: 'the other 2', is: exactly('denied', 0, 2) },
    ],
  ),
  delay: picture(
    'decisions',
    run('leaky-queue', { n: 1, T: 2, capacity: 5 }, 10, [burst(1, 4)]),
    'Four come at once: one is served, 3 wait, the last for 6 s.',
    [
      { says: 'Four come at once', is: exactly('requests', 0, 4) },
      { says: '3 wait', is: exactly('delayed', 0, 3) },
      { says: 'the last for 6 s', is: exactly('waitMax', 0, 6) },
    ],
  ),
  p99: picture(
    'decisions',
    run('leaky-queue', { n: 1, T: 1, capacity: 8 }, 10, [burst(1, 8)]),
    'Of 8 that come at once the last waits 7 s: of so few, the p99 is the longest wait.',
    [
      { says: 'Of 8', is: exactly('requests', 0, 8) },
      { says: 'the last waits 7 s', is: [exactly('waitMax', 0, 7), exactly('waitP99', 0, 7)] },
    ],
  ),
  deny: picture(
    'decisions',
    run('fixed-window', { n: 3, T: 10 }, 8, [steady(1)]),
    'The first 3 get in; from 3 s on every request is refused.',
    [{ says: 'The first 3 get in; from 3 s on', is: [exactly('admitted', 0, 3), exactly('firstDenialAt', 0, 3)] }],
  ),
  'Retry-After': picture(
    'decisions',
    run('token-bucket', { n: 1, T: 5 }, 8, [times(0, 2, 5)]),
    'Refused at 2 s and told to come back after 3 s; at 5 s the request is admitted.',
    [
      { says: 'Refused at 2 s', is: exactly('firstDenialAt', 0, 2) },
      { says: 'after 3 s', is: exactly('retryAfter', 0, 3, { request: 1 }) },
      { says: 'at 5 s the request is admitted', is: exactly('lastAdmissionAt', 0, 5) },
    ],
  ),
  job: picture('decisions', threeTries, 'A job that begins at 2 s, is refused, tries again, and is done at 4 s.', [
    {
      says: 'begins at 2 s, is refused, tries again, and is done at 4 s',
      is: [exactly('firstDenialAt', 0, 2), exactly('lastAdmissionAt', 0, 4), exactly('jobsAdmitted', 0, 2)],
    },
  ]),
  try: picture('decisions', threeTries, 'Three tries of one job: refused at 2 s and 3 s, admitted at 4 s.', [
    { says: 'Three tries', is: exactly('requests', 0, 3, { from: 1 }) },
    { says: 'refused at 2 s and 3 s', is: [exactly('denied', 0, 1, { from: 2, to: 3 }), exactly('denied', 0, 2)] },
    { says: 'admitted at 4 s', is: exactly('lastAdmissionAt', 0, 4) },
  ]),
  herd: picture(
    'decisions',
    run('fixed-window', { n: 5, T: 5 }, 12, [
      { kind: 'clients', count: 10, keys: 'shared', from: 1, to: 2, rate: 1, retry: { strategy: 'retry-after' } },
    ]),
    'The 5 that were refused together come back together at 5 s.',
    [
      {
        says: 'The 5 that were refused together come back together at 5 s',
        is: [exactly('denied', 0, 5), exactly('admitted', 0, 5, { from: 5, to: 6 })],
      },
    ],
  ),
  burst: picture(
    'decisions',
    run('token-bucket', { n: 10, T: 10 }, 10, [steady(1), burst(5.5, 8)]),
    'One request a second, and at 5.5 s a burst of 8.',
    [{ says: 'at 5.5 s a burst of 8', is: exactly('requests', 0, 8, { from: 5.5, to: 6 }) }],
  ),
};
