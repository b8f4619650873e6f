/** Lesson 12: a limit held against real traffic, in Tune. */
import { presetById, type JsonObject } from '../sim/index.ts';
import { atMost, atLeast, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

/** An hour of a made-up API: 2,000 requests of 61 clients, one of them bad. */
const hour = presetById('hour-of-an-api')?.document as JsonObject;

/** The client that guesses passwords. */
const GUESSER = 'client 58';

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'So far the traffic was made to make a point. A limit is chosen for clients that are there: here is an hour of an ' +
      'API from its log, 2,000 requests. Each client gets a bucket of 10 that gains 10 every 10 s. That ' +
      'sounds generous.',
    document: { ...hour, lanes: [{ limiter: 'token-bucket' }] },
    view: { mode: 'run', at: 0, from: 0, to: 3600 },
    bet: {
      kind: 'number',
      question: 'What share of the clients does it refuse at least once?',
      quantity: { of: 'clientsRefused', lane: 0 },
      within: 0.05,
    },
    after:
      '23 %. Only 6.4 % of the requests are refused, but people do not see percentages, they see an error. ' +
      'Count **clients** first.',
    locks: WHILE_BETTING,
    claims: [
      { says: '2,000 requests', is: exactly('requests', 0, 2000) },
      { says: '23 %', is: exactly('clientsRefused', 0, 14 / 61) },
      { says: '6.4 % of the requests', is: exactly('refused', 0, 0.064) },
    ],
    given: ['bucket of 10', '10 every 10 s'],
  },
  {
    text:
      'Most of those refused are people: a page loads many things at once, then another page, then nothing for an hour. They are ' +
      'too **bursty**, not too many, and bursts are what [capacity](capacity) is for. A single client is bad: it guesses ' +
      'passwords, 90 times.',
    view: { mode: 'tune' },
    task: {
      prompt:
        'Change only the capacity: refuse at most 4 % of the clients, and let at most 90 % of the bad requests in.',
      until: [atMost('clientsRefused', 0, 0.04), atMost('badAdmitted', 0, 0.9)],
      solution: { policy: { capacity: 30 } },
    },
    after: 'With a capacity of 30 only 3 % of the clients are refused, and 82 % of the guesses get in.',
    lit: ['capacity'],
    locks: ['n', 'T', 'traffic', 'send', 'lanes', 'options'],
    claims: [
      { says: 'guesses passwords, 90 times', is: exactly('requests', 0, 90, { key: GUESSER }) },
      { says: 'at most 4 % of the clients', is: atMost('clientsRefused', 0, 0.04), on: 'solution' },
      { says: 'at most 90 % of the bad requests', is: atMost('badAdmitted', 0, 0.9), on: 'solution' },
      {
        says: 'With a capacity of 30 only 3 % of the clients',
        is: exactly('clientsRefused', 0, 2 / 61),
        on: { change: { policy: { capacity: 30 } } },
      },
      { says: '82 % of the guesses', is: exactly('badAdmitted', 0, 74 / 90), on: 'solution' },
    ],
  },
  {
    text:
      'With a capacity of 40 the guesser is the only client that is ever refused. It sends 2 a second, while its bucket ' +
      'gains 1 a second. Here is the minute in which it guesses, and the [level](level:0) of its bucket.',
    change: { policy: { n: 10, T: 10, capacity: 40 } },
    view: { mode: 'run', at: 2999.166666, from: 2990, to: 3050, selected: { lane: 0, request: 1544 } },
    bet: {
      kind: 'number',
      question: 'For how many seconds does it guess before its first refusal?',
      quantity: { of: 'badTime', lane: 0 },
      within: 6,
    },
    after:
      'Nearly 40 s, and 84 of its 90 guesses get in. Capacity is what you forgive in advance, to everyone: those who load a ' +
      'page, and those who try passwords.',
    locks: WHILE_BETTING,
    claims: [
      {
        says: 'the only client that is ever refused',
        is: [exactly('clientsRefused', 0, 1 / 61), exactly('goodRefused', 0, 0)],
      },
      { says: 'Nearly 40 s', is: [atLeast('badTime', 0, 39), atMost('badTime', 0, 40)] },
      {
        says: '84 of its 90',
        is: [exactly('admitted', 0, 84, { key: GUESSER }), exactly('requests', 0, 90, { key: GUESSER })],
      },
      {
        says: 'Here is the minute in which it guesses',
        // Its first request is the one that is selected.
        is: [
          exactly('requests', 0, 90, { key: GUESSER, from: 2990, to: 3050 }),
          exactly('firstAdmissionAt', 0, 2999.166666, { key: GUESSER }),
        ],
      },
      { says: 'It sends 2 a second', is: exactly('requests', 0, 2, { key: GUESSER, from: 3010, to: 3011 }) },
    ],
    given: ['capacity of 40', 'gains 1 a second'],
  },
  {
    text:
      'The other handle is the **rate**: it hardly affects those who burst and leave, and it decides how those who stay fare. ' +
      'Set the map to n across and capacity up: each cell is a limit, and shows what it would have done.',
    view: { mode: 'tune' },
    task: {
      prompt: 'Choose n and capacity so that no good request is refused, and at most 80 % of the bad ones get in.',
      until: [atMost('goodRefused', 0, 0), atMost('badAdmitted', 0, 0.8)],
      solution: { policy: { n: 5, capacity: 50 } },
    },
    after:
      'Half the rate with a little more capacity will do: 5 per 10 s and 50. It refuses nobody but the guesser, who now ' +
      'gets 72 of 90 guesses in.',
    lit: ['n', 'capacity'],
    locks: ['T', 'traffic', 'send', 'lanes', 'options'],
    claims: [
      { says: 'no good request is refused', is: exactly('goodRefused', 0, 0), on: 'solution' },
      { says: 'at most 80 % of the bad ones', is: atMost('badAdmitted', 0, 0.8), on: 'solution' },
      {
        says: 'Half the rate with a little more capacity will do: 5 per 10 s and 50',
        is: exactly('goodRefused', 0, 0),
        on: { change: { policy: { n: 5, T: 10, capacity: 50 } } },
      },
      {
        says: '72 of 90 guesses',
        is: [exactly('admitted', 0, 72, { key: GUESSER }), exactly('requests', 0, 90, { key: GUESSER })],
        on: 'solution',
      },
    ],
  },
  {
    text: 'The limiter is a choice too. Here are three of them on the same hour, each with a limit of 55 per 60 s. The aim: no good request refused, and few bad ones let in.',
    change: {
      policy: { n: 55, T: 60, capacity: 55 },
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
    },
    view: { mode: 'run', at: 0, from: 0, to: 3600 },
    bet: {
      kind: 'choice',
      question: 'Which one refuses no good request, and lets in at most 70 % of the bad ones?',
      options: ['The token bucket', 'The sliding log', 'The fixed window'].map((text, lane) => ({
        text,
        when: [exactly('goodRefused', lane, 0), atMost('badAdmitted', lane, 0.7)],
      })),
    },
    after:
      'The fixed window, with 57 of 90 guesses: on this hour its edges fall well. The log refuses 0.4 % of the good ' +
      'requests, and the bucket nobody at all. [Fairness](fairness) counts both mistakes: good requests refused, bad ' +
      'ones admitted.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'three of them', is: exactly('requests', 2, 2000) },
      { says: 'at most 70 % of the bad ones', is: atMost('badAdmitted', 2, 0.7) },
      {
        says: 'with 57 of 90 guesses',
        is: [exactly('admitted', 2, 57, { key: GUESSER }), exactly('requests', 2, 90, { key: GUESSER })],
      },
      { says: 'The log refuses 0.4 % of the good requests', is: exactly('goodRefused', 1, 7 / 1910) },
      { says: 'the bucket nobody at all', is: exactly('denied', 0, 0) },
    ],
    given: ['55 per 60 s'],
  },
  {
    text:
      'You have searched by hand. **Find** searches from goals: write down what must hold, and it looks for the least n ' +
      'with which it does. The goal here is that no good request is refused, and n is 100 per 60 s.',
    change: {
      policy: { n: 100, capacity: null },
      lanes: [{ limiter: 'fixed-window' }],
      goals: [{ measure: 'goodRefused', at: 'most', value: 0 }],
    },
    view: { mode: 'tune' },
    task: {
      prompt: 'Press **Find the least n**.',
      until: [atMost('goodRefused', 0, 0), atMost('badAdmitted', 0, 0.6)],
      solution: { policy: { n: 52 } },
    },
    after:
      '52, for 51 refuses good requests. And still 54 of 90 guesses get in: no limit that suits people stops someone in ' +
      'no hurry. Give the login a limit of its own, counted by account. **To try:** a log of your own.',
    locks: ['T', 'capacity', 'traffic', 'send', 'lanes', 'options'],
    claims: [
      { says: '52', is: exactly('goodRefused', 0, 0), on: { change: { policy: { n: 52 } } } },
      {
        says: 'for 51 refuses good requests',
        is: atLeast('goodRefused', 0, 0.001),
        on: { change: { policy: { n: 51 } } },
      },
      {
        says: '54 of 90 guesses',
        is: [exactly('admitted', 0, 54, { key: GUESSER }), exactly('requests', 0, 90, { key: GUESSER })],
        on: 'solution',
      },
    ],
    given: ['100 per 60 s'],
  },
];
