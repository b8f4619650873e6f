/** Pictures of what a limit is made of, and of how it is measured. */
import { exactly } from '../lesson.ts';
import { burst, picture, run, steady } from './picture.ts';

export const limitPictures = {
  n: picture(
    'windowCount',
    run('sliding-log', { n: 5, T: 5 }, 14, [steady(3)]),
    'However many ask, this log never gives more than n = 5 per T.',
    [{ says: 'n = 5', is: exactly('peak', 0, 5) }],
  ),
  T: picture(
    'windowCount',
    run('sliding-log', { n: 5, T: 6 }, 12, [burst(2, 5)]),
    'What is given at 2 s counts until 8 s: a T of 6 s later.',
    [
      {
        says: 'at 2 s counts until 8 s: a T of 6 s later',
        is: [
          exactly('windowCount', 0, 5, { at: 2 }),
          exactly('windowCount', 0, 0, { at: 8 }),
          exactly('admitted', 0, 5, { from: 2, to: 8 }),
        ],
      },
    ],
  ),
  window: picture(
    'level',
    run('fixed-window', { n: 6, T: 5 }, 15, [steady(1)]),
    'Windows of 5 s: the count begins anew at 5 s and at 10 s.',
    [
      {
        says: 'anew at 5 s and at 10 s',
        is: [
          exactly('level', 0, 1, { at: 5 }),
          exactly('level', 0, 1, { at: 10 }),
          exactly('level', 0, 5, { at: 4.9 }),
        ],
      },
    ],
    ['Windows of 5 s'],
  ),
  capacity: picture(
    'level',
    run('token-bucket', { n: 10, T: 10, capacity: 5 }, 14, [burst(3, 5)]),
    'A bucket for 5 tokens: emptied at 3 s, full at 8 s, and never fuller.',
    [
      { says: 'emptied at 3 s', is: exactly('level', 0, 0, { at: 3 }) },
      { says: '5 tokens', is: exactly('level', 0, 5, { at: 0 }) },
      {
        says: 'full at 8 s, and never fuller',
        is: [exactly('level', 0, 5, { at: 8 }), exactly('level', 0, 5, { at: 14 })],
      },
    ],
  ),
  refill: picture(
    'level',
    run('token-bucket', { n: 10, T: 10 }, 14, [burst(2, 10)]),
    'Empty at 2 s, and by 12 s all 10 tokens are back.',
    [
      { says: 'Empty at 2 s', is: exactly('level', 0, 0, { at: 2 }) },
      { says: 'by 12 s all 10 tokens', is: exactly('level', 0, 10, { at: 12 }) },
    ],
  ),
  'emission interval': picture(
    'decisions',
    run('gcra', { n: 5, T: 10, capacity: 1 }, 12, [steady(4)]),
    '5 per 10 s, evenly spaced: one request is admitted every 2 s.',
    [
      {
        says: 'every 2 s',
        is: [exactly('admitted', 0, 1, { from: 2, to: 4 }), exactly('admitted', 0, 1, { from: 4, to: 6 })],
      },
    ],
    ['5 per 10 s'],
  ),
  'theoretical arrival time': picture(
    'level',
    run('gcra', { n: 3, T: 60 }, 70, [burst(0, 3)]),
    'After 3 requests at once it is 60 s ahead of now, and now catches up.',
    [
      { says: 'After 3 requests', is: exactly('admitted', 0, 3) },
      { says: '60 s ahead', is: [exactly('level', 0, 60, { at: 0 }), exactly('level', 0, 0, { at: 60 })] },
    ],
  ),
  tick: picture(
    'level',
    run('token-bucket', { n: 3, T: 7 }, 9, [burst(0, 3)]),
    '3 per 7 s: no decimal says exactly how long a token takes, but in ticks all 3 are back at 7 s sharp.',
    [{ says: 'all 3 are back at 7 s', is: [exactly('level', 0, 3, { at: 7 }), exactly('level', 0, 0, { at: 0 })] }],
    ['3 per 7 s'],
  ),
  level: picture(
    'level',
    run('token-bucket', { n: 10, T: 10 }, 14, [burst(2, 6), steady(2, { from: 5, to: 12 })]),
    'Tokens in a bucket: each request takes one, and they come back evenly.',
    [{ says: 'each request takes one', is: exactly('level', 0, 4, { at: 2 }) }],
  ),
  'window count': picture(
    'windowCount',
    run('fixed-window', { n: 5, T: 5 }, 14, [burst(4, 5), burst(6, 5)]),
    'This window’s own count starts again at 5 s; looking back one T from 6 s, there are 10.',
    [
      { says: 'starts again at 5 s', is: exactly('level', 0, 0, { at: 5 }) },
      { says: 'from 6 s, there are 10', is: exactly('windowCount', 0, 10, { at: 6 }) },
    ],
  ),
  'peak in T': picture(
    'windowCount',
    run('token-bucket', { n: 5, T: 5 }, 14, [steady(5)]),
    'n is 5, and the worst T saw 9: a full bucket, and what came back meanwhile.',
    [{ says: 'the worst T saw 9', is: exactly('peak', 0, 9) }],
    ['n is 5'],
  ),
  'Jain’s index': picture(
    'decisions',
    run('fixed-window', { n: 8, T: 20 }, 12, [
      steady(2, { to: 4, key: 'a' }),
      steady(1, { from: 8, to: 10, key: 'b' }),
    ]),
    'One key gets 8 permits, the other 2: the index is far from 1.',
    [
      { says: 'gets 8 permits', is: exactly('admitted', 0, 8, { key: 'a' }) },
      { says: 'the other 2', is: exactly('admitted', 0, 2, { key: 'b' }) },
    ],
    ['far from 1'],
  ),
};
