/** Lesson 1: what a limit is for, in four places: logins, calls, jobs, a shared resource. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'Anyone can try a login page. A program tries **one password a second** for ten minutes; meanwhile ' +
      'Ada, who has mistyped hers, tries 3 times. The page takes [5 tries a minute](policy) from each ' +
      '[key](term:key), here the address that asks.',
    document: {
      title: 'Five tries a minute',
      duration: 600,
      policy: { n: 5, T: 60 },
      traffic: [
        { kind: 'steady', rate: 1, key: 'guesser' },
        { kind: 'times', at: [100, 110, 125], key: 'Ada' },
      ],
      lanes: [{ limiter: 'fixed-window' }],
    },
    view: { at: 0, from: 0, to: 600 },
    lit: ['phase:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'How many of the program’s 600 guesses does the page look at?',
      quantity: { of: 'admitted', lane: 0, phase: 0 },
      within: 5,
    },
    after:
      '**50 of 600**: 5 a minute for ten minutes. Guessing now takes twelve times as long, and Ada noticed ' +
      'nothing: all 3 of her tries passed.',
    given: ['one password a second', '5 tries a minute', '5 a minute'],
    claims: [
      { says: 'for ten minutes', is: exactly('requests', 0, 600, { phase: 0, to: 600 }) },
      { says: 'tries 3 times', is: exactly('requests', 0, 3, { key: 'Ada' }) },
      { says: '600 guesses', is: exactly('requests', 0, 600, { key: 'guesser' }) },
      {
        says: '50 of 600',
        is: [exactly('admitted', 0, 50, { key: 'guesser' }), exactly('requests', 0, 600, { key: 'guesser' })],
      },
      {
        says: 'twelve times as long',
        is: [exactly('admitted', 0, 600 / 12, { phase: 0 }), exactly('requests', 0, 600, { phase: 0 })],
      },
      { says: 'all 3 of her tries passed', is: exactly('admitted', 0, 3, { key: 'Ada' }) },
    ],
  },
  {
    text:
      'An API is limited so that no caller takes all of it. A script calls 5 times a second, a person every other ' +
      'second, and both come from the same office: the same key, with [20 calls per 10 s](policy) for the two of ' +
      'them.',
    document: {
      title: 'A script and a person',
      duration: 60,
      policy: { n: 20, T: 10 },
      traffic: [
        { kind: 'steady', rate: 5, key: 'office', label: 'bad' },
        { kind: 'steady', from: 0.5, rate: 0.5, key: 'office', label: 'good' },
      ],
      lanes: [{ limiter: 'fixed-window' }],
    },
    view: { at: 0, from: 0, to: 60 },
    lit: ['phase:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many of the person’s 30 calls get in?',
      options: [
        { text: 'All of them: so few do no harm', when: [exactly('admitted', 0, 30, { phase: 1 })] },
        {
          text: 'Fewer than half of them',
          when: [atLeast('admitted', 0, 1, { phase: 1 }), atMost('admitted', 0, 14, { phase: 1 })],
        },
        {
          text: 'Most of them',
          when: [atLeast('admitted', 0, 15, { phase: 1 }), atMost('admitted', 0, 29, { phase: 1 })],
        },
        { text: 'None: the script is always faster', when: [exactly('admitted', 0, 0, { phase: 1 })] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**12 of 30**; [Fairness](fairness) has the other 18, under Good refused. By [3.6 s](time:3.6) the permits of the ' +
      'first window are gone, nearly all of them to the script, and both are refused until the next one begins. A limit that counts two ' +
      'callers as one punishes the quiet one.',
    given: ['5 times a second', '20 calls per 10 s', 'the two of them', 'two callers as one'],
    claims: [
      { says: 'the person’s 30 calls', is: exactly('requests', 0, 30, { phase: 1 }) },
      { says: '12 of 30', is: [exactly('admitted', 0, 12, { phase: 1 }), exactly('requests', 0, 30, { phase: 1 })] },
      { says: 'the other 18', is: exactly('denied', 0, 18, { phase: 1 }) },
      { says: 'By 3.6 s', is: exactly('firstDenialAt', 0, 3.6) },
      { says: 'nearly all of them to the script', is: exactly('admitted', 0, 18, { phase: 0, to: 10 }) },
      { says: 'both are refused until the next one begins', is: exactly('admitted', 0, 0, { from: 3.6, to: 10 }) },
    ],
  },
  {
    text: 'Every key has a limit of its own, and whoever shares a key shares its fate.',
    view: { at: 9, from: 0, to: 60 },
    lit: ['phase:1'],
    locks: ['n', 'T', 'lanes', 'options', 'send'],
    task: {
      prompt:
        'Give the person a key of their own, so that none of their calls is refused: select their ' +
        '[phase](term:phase), the [lower block](phase:1) of the traffic, and type another key.',
      until: [
        exactly('denied', 0, 0, { phase: 1 }),
        exactly('requests', 0, 30, { phase: 1 }),
        exactly('requests', 0, 300, { phase: 0 }),
      ],
      solution: {
        traffic: [
          { kind: 'steady', rate: 5, key: 'office', label: 'bad' },
          { kind: 'steady', from: 0.5, rate: 0.5, key: 'person', label: 'good' },
        ],
      },
    },
    after:
      'All of the person’s calls pass, and the script still gets no more than its 20 per 10 s. The first question ' +
      'to ask about a limit is not how many, but **whom it counts**.',
    given: ['20 per 10 s'],
    claims: [
      { says: 'All of the person’s calls pass', is: exactly('admitted', 0, 30, { phase: 1 }), on: 'solution' },
      { says: 'no more than its 20', is: exactly('peak', 0, 20, { phase: 0 }), on: 'solution' },
    ],
  },
  {
    text:
      'What comes too early need not be refused. A shop mails its 30 customers at the same moment, and its ' +
      'provider takes **1 mail a second**: a [queue](lane:0) makes the jobs wait, a [window](lane:1) turns them ' +
      'away.',
    document: {
      title: 'Thirty mails',
      duration: 40,
      policy: { n: 1, T: 1, capacity: 40 },
      traffic: [{ kind: 'burst', at: 5, count: 30 }],
      lanes: [{ limiter: 'leaky-queue' }, { limiter: 'fixed-window' }],
    },
    view: { at: 4, from: 0, to: 40 },
    lit: ['lane:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'How many seconds does the last mail wait in the queue?',
      quantity: { of: 'waitMax', lane: 0 },
      within: 1,
    },
    after:
      '**29 s**: one leaves at once, and one each second after it. The queue sends all 30, 29 of them late; the ' +
      'window sends 1 and refuses 29. Waiting suits jobs. A person would rather know at once.',
    given: ['1 mail a second', 'one leaves at once', 'one each second'],
    claims: [
      { says: 'its 30 customers', is: exactly('requests', 0, 30) },
      { says: '29 s', is: exactly('waitMax', 0, 29) },
      { says: 'all 30, 29 of them late', is: [exactly('admitted', 0, 30), exactly('delayed', 0, 29)] },
      { says: 'sends 1 and refuses 29', is: [exactly('admitted', 1, 1), exactly('denied', 1, 29)] },
    ],
  },
  {
    text:
      'A shared line carries [30 MB per 10 s](policy). A chat needs 1 MB each second, and 3 times someone uploads ' +
      'a file of **40 MB** in one piece. What a request asks for is its [cost](term:cost): here, a permit for each ' +
      'MB.',
    document: {
      title: 'A line that is shared',
      duration: 40,
      policy: { n: 30, T: 10 },
      traffic: [
        { kind: 'steady', rate: 1, cost: 1, key: 'line' },
        { kind: 'times', at: [6.5, 16.5, 26.5], cost: 40, key: 'line' },
      ],
      lanes: [{ limiter: 'fixed-window' }],
    },
    view: { at: 0, from: 0, to: 40 },
    lit: ['phase:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'What becomes of the uploads?',
      options: [
        { text: 'They wait until 40 permits are free', when: [atLeast('delayed', 0, 1, { phase: 1 })] },
        { text: 'They pass, and the chat is refused', when: [atLeast('denied', 0, 1, { phase: 0 })] },
        { text: 'They are refused, each time', when: [exactly('denied', 0, 3, { phase: 1 })] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**Refused, all 3.** A request gets all of its permits or none, and 40 never fit under a limit of 30, ' +
      'however long it waits. The chat lost nothing: a request that is refused takes no permits.',
    given: ['30 MB per 10 s', '1 MB each second', '40 MB', '40 never', 'limit of 30'],
    claims: [
      { says: '3 times', is: exactly('requests', 0, 3, { phase: 1 }) },
      { says: 'Refused, all 3.', is: exactly('denied', 0, 3, { phase: 1 }) },
      { says: 'The chat lost nothing', is: exactly('denied', 0, 0, { phase: 0 }) },
    ],
  },
  {
    text: 'The chat and the uploads are both wanted, so here it is the limit that is wrong.',
    view: { at: 9, from: 0, to: 40 },
    lit: ['n'],
    locks: ['T', 'traffic', 'lanes', 'options', 'send'],
    task: {
      prompt: 'Raise [n](n) until nothing is refused. How far does it have to go?',
      until: [exactly('denied', 0, 0), exactly('requests', 0, 43)],
      solution: { policy: { n: 50 } },
    },
    after:
      '50 is enough: 10 for the chat and 40 for the upload. At 49 the last second of chat in such a window is ' +
      'refused. So a limit says: n permits per T, for each key. **Which T** it does not say; that is the next ' +
      'lesson. **To try:** with a key of its own for the chat, 40 would do.',
    given: ['40 for the upload'],
    claims: [
      { says: '50 is enough', is: [exactly('denied', 0, 0), exactly('peak', 0, 50)], on: 'solution' },
      {
        says: '40 would do',
        is: exactly('denied', 0, 0),
        on: {
          change: {
            policy: { n: 40 },
            traffic: [
              { kind: 'steady', rate: 1, cost: 1, key: 'chat' },
              { kind: 'times', at: [6.5, 16.5, 26.5], cost: 40, key: 'line' },
            ],
          },
        },
      },
      { says: '10 for the chat', is: exactly('peak', 0, 10, { phase: 0 }), on: 'solution' },
      {
        says: 'At 49 the last second of chat',
        is: [
          exactly('denied', 0, 3, { phase: 0 }),
          exactly('denied', 0, 1, { from: 9, to: 10 }),
          atMost('denied', 0, 3),
        ],
        on: { change: { policy: { n: 49 } } },
      },
    ],
  },
];
