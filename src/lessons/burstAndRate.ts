/** Lesson 7: a bucket has two settings, a burst and a rate, and admits up to 2n in T when both are n. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

const pageLoads = [300, 1500, 2700].map((at) => ({ kind: 'burst', at, count: 60, key: 'reader' }));
const scraper = { kind: 'steady', rate: 1, key: 'scraper' };

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'A [token bucket](lane:0) is set to [10 per 10 s](policy), and a flood of 10 requests a second comes in. So ' +
      '10 in 10 s, you would say.',
    document: {
      title: 'A flood into a full bucket',
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 10 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
    view: { at: 0, from: 0, to: 30 },
    lit: ['count:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'line',
      question: 'Draw how many requests it has admitted in the last 10 s, at each moment from 0 to 24 s.',
      lane: 0,
      curve: 'windowCount',
      from: 0,
      to: 24,
      points: 13,
    },
    after:
      'It climbs to **19**. The full bucket gives 10 at once, and 9 more drip in before those are 10 s old. Only ' +
      'then does it settle at 10. One setting here says both how much may come at once and how much in the long ' +
      'run.',
    given: ['10 per 10 s', '10 requests a second', '10 in 10 s', 'last 10 s', '10 s old'],
    claims: [
      {
        says: 'from 0 to 24 s',
        is: [exactly('windowCount', 0, 1, { at: 0 }), exactly('windowCount', 0, 10, { at: 24 })],
      },
      { says: 'climbs to 19', is: exactly('peak', 0, 19) },
      { says: 'gives 10 at once', is: [exactly('admitted', 0, 10, { to: 1 }), exactly('denied', 0, 0, { to: 1 })] },
      { says: '9 more drip in', is: exactly('admitted', 0, 9, { from: 1, to: 10 }) },
      {
        says: 'settle at 10',
        is: [exactly('windowCount', 0, 10, { at: 15 }), exactly('windowCount', 0, 10, { at: 20 })],
      },
    ],
  },
  {
    text:
      'A full bucket also makes it slow to say no. Here [10 a minute](policy) are allowed, and a client sends 20 a ' +
      'minute from the start, evenly: twice what it may.',
    document: {
      title: 'Slow to say no',
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 60, spread: 180 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
    view: { at: 0, from: 0, to: 180 },
    lit: ['level:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'time',
      question: 'When is its first request refused?',
      quantity: { of: 'firstDenialAt', lane: 0 },
      within: 5,
    },
    after:
      'Not before [57 s](time:57), when 19 have passed. While it runs dry the bucket goes on gaining tokens, so a ' +
      'client at twice the rate gets nearly twice the quota first. After that every other request is refused.',
    given: ['10 a minute'],
    claims: [
      { says: 'sends 20 a minute', is: exactly('requests', 0, 20, { to: 60 }) },
      { says: 'evenly: twice what it may', is: exactly('requests', 0, 2 * 10, { from: 60, to: 120 }) },
      {
        says: 'Not before 57 s, when 19 have passed',
        is: [exactly('firstDenialAt', 0, 57), exactly('admitted', 0, 19, { to: 57 })],
      },
      { says: 'a client at twice the rate gets nearly twice the quota', is: exactly('peak', 0, 19) },
      { says: 'every other request is refused', is: exactly('denied', 0, 10, { from: 60, to: 120 }) },
    ],
  },
  {
    text:
      'The [capacity](capacity) is how much may come at once; it is n until you set it. Back to the flood: 19 came ' +
      'through in 10 s, where 10 were intended.',
    document: {
      title: 'A flood into a full bucket',
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 10 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
    view: { at: 12, from: 0, to: 30 },
    lit: ['capacity'],
    locks: ['n', 'T', 'traffic', 'send', 'lanes', 'options'],
    task: {
      prompt: 'Lower the [capacity](capacity) until no more than 10 requests are admitted in any 10 s.',
      until: [atMost('peak', 0, 10), atLeast('admitted', 0, 1)],
      solution: { policy: { capacity: 1 } },
    },
    after:
      'It has to go all the way down to 1. The most in any T is capacity + n − 1: here 19, and with a capacity of ' +
      '2 it is 11. If you leave the capacity at n, you have set **2n − 1**.',
    given: ['in 10 s, where 10 were intended', 'no more than 10 requests are admitted in any 10 s'],
    claims: [
      { says: '19 came through', is: exactly('peak', 0, 19) },
      { says: 'all the way down to 1', is: exactly('peak', 0, 10), on: 'solution' },
      { says: 'capacity + n − 1: here 19', is: exactly('peak', 0, 10 + 10 - 1) },
      {
        says: 'with a capacity of 2 it is 11',
        is: exactly('peak', 0, 2 + 10 - 1),
        on: { change: { policy: { capacity: 2 } } },
      },
      { says: '2n − 1', is: exactly('peak', 0, 2 * 10 - 1) },
    ],
  },
  {
    text:
      'So why not always choose a capacity of 1? Because of someone who has done nothing wrong: a reader opens a ' +
      'page, and the page asks for its 60 pictures **at once**. 600 an hour are allowed, and nothing else is asked ' +
      'all hour.',
    document: {
      title: 'A page with sixty pictures',
      duration: 3600,
      policy: { n: 600, T: 3600, capacity: 1 },
      traffic: [pageLoads[0]!],
      lanes: [{ limiter: 'token-bucket' }],
    },
    view: { at: 200, from: 0, to: 3600 },
    lit: ['decisions:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many of the 60 pictures does the reader see?',
      options: [
        { text: 'All 60: an hour has room for 600', when: [exactly('admitted', 0, 60)] },
        { text: '10: as many as come back in a minute', when: [exactly('admitted', 0, 10)] },
        { text: '1: the others find the bucket empty', when: [exactly('admitted', 0, 1)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**1 of 60.** With a capacity of 1 a limit of 600 an hour is a rule about spacing: one request every 6 s. So ' +
      'people are refused who are far below the number on the sign.',
    given: ['capacity of 1', '60 pictures', '600 an hour'],
    claims: [
      { says: '1 of 60', is: [exactly('admitted', 0, 1), exactly('requests', 0, 60)] },
      { says: 'one request every 6 s', is: exactly('retryAfter', 0, 6, { request: 1 }) },
    ],
  },
  {
    text:
      'The reader opens 3 such pages in the hour. But there is a [scraper](phase:3) as well, which asks once a ' +
      'second all the time, and the servers can take no more than 680 an hour from anyone.',
    change: { title: 'A reader and a scraper', policy: { capacity: 10 }, traffic: [...pageLoads, scraper] },
    view: { at: 1800, from: 0, to: 3600 },
    lit: ['capacity', 'figures:0'],
    locks: ['n', 'T', 'traffic', 'send', 'lanes', 'options'],
    task: {
      prompt:
        'Choose a [capacity](capacity) with which every page loads whole, and nobody gets more than 680 through in ' +
        'an hour.',
      until: [exactly('denied', 0, 0, { key: 'reader' }), atMost('peak', 0, 680)],
      solution: { policy: { capacity: 60 } },
    },
    after:
      'From 60 to 81 it works. At 60 the scraper gets 659 through; the reader loses nothing. Choose the burst for ' +
      'the **honest** client, then look at what it allows the other one.',
    claims: [
      {
        says: '3 such pages',
        is: [exactly('requests', 0, 3 * 60, { key: 'reader' }), exactly('requests', 0, 60, { phase: 0 })],
      },
      { says: 'once a second', is: exactly('requests', 0, 60, { key: 'scraper', to: 60 }) },
      {
        says: 'no more than 680 an hour',
        is: [atMost('peak', 0, 680), exactly('denied', 0, 0, { key: 'reader' })],
        on: 'solution',
      },
      { says: 'more than 680 through', is: atMost('peak', 0, 680), on: 'solution' },
      { says: 'From', is: atLeast('denied', 0, 1, { key: 'reader' }), on: { change: { policy: { capacity: 59 } } } },
      { says: 'From 60 to', is: exactly('denied', 0, 0, { key: 'reader' }), on: 'solution' },
      { says: 'to 81 it works', is: exactly('peak', 0, 680), on: { change: { policy: { capacity: 81 } } } },
      { says: 'it works', is: atLeast('peak', 0, 681), on: { change: { policy: { capacity: 82 } } } },
      { says: 'At 60 the scraper gets 659 through', is: exactly('peak', 0, 659, { key: 'scraper' }), on: 'solution' },
      { says: 'the reader loses nothing', is: exactly('denied', 0, 0, { key: 'reader' }), on: 'solution' },
    ],
  },
  {
    text:
      'Last, let the scraper go on for 6 hours. The upper lane has a capacity of 60, the [lower one](lane:1) of ' +
      '120; both allow 600 an hour.',
    document: {
      title: 'Six hours of scraping',
      duration: 21600,
      policy: { n: 600, T: 3600, capacity: 60 },
      traffic: [scraper],
      lanes: [
        { limiter: 'token-bucket', label: 'Capacity 60' },
        { limiter: 'token-bucket', label: 'Capacity 120', policy: { capacity: 120 } },
      ],
    },
    view: { at: 0, from: 0, to: 21600 },
    lit: ['figures:0', 'figures:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many more does the larger bucket admit?',
      options: [
        { text: 'About twice as many', when: [atLeast('admitted', 1, 6000)] },
        { text: '360 more: 60 in every hour', when: [exactly('admitted', 1, 4019)] },
        { text: '60 more, once', when: [exactly('admitted', 1, 3719)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**60 more**, 3,719 against 3,659: a burst is paid out once, the rate all day. In the long run n/T decides, ' +
      'and in the next second the capacity. **To try:** leave the capacity at 60, and double n.',
    given: ['60 more', '6 hours', 'capacity of 60', '120', '600 an hour', 'capacity at 60'],
    claims: [
      { says: '3,719 against 3,659', is: [exactly('admitted', 1, 3659 + 60), exactly('admitted', 0, 3659)] },
      { says: 'double n', is: exactly('admitted', 0, 7259), on: { change: { policy: { n: 1200 } } } },
    ],
  },
];
