/** What confuses people about retries. */
import { exactly } from '../lesson.ts';
import { documentOfPreset, thread, type Confusion } from './confusion.ts';

export const clientConfusions: readonly Confusion[] = [
  {
    id: 'herd-after-reset',
    question: 'Every client obeys Retry-After. Why do they all come back at the same moment?',
    answer:
      'Because they were all told the same moment. 10 of 20 clients are refused at 2 s, and all 10 return at 10 s, when the ' +
      'window opens: 20 got in within 8 s, on a limit of 10 per 10 s. Jitter on top of Retry-After spreads them out.',
    document: documentOfPreset('herd'),
    claims: [
      {
        says: '10 of 20 clients are refused at 2 s',
        is: [exactly('denied', 0, 10, { from: 2, to: 2.001 }), exactly('requests', 0, 20, { from: 2, to: 2.001 })],
      },
      { says: 'all 10 return at 10 s', is: exactly('requests', 0, 10, { from: 10, to: 10.001 }) },
      { says: '20 got in within 8 s', is: exactly('admitted', 0, 20, { from: 2, to: 10.000001 }) },
    ],
    given: ['10 per 10 s'],
    threads: [
      thread(
        'NousResearch/hermes-agent',
        109234,
        'fix(retry): jitter Anthropic Retry-After backoff to prevent thundering herd',
      ),
      thread('gojek/heimdall', 21, 'Add Jitter in retry time'),
      thread('PagerDuty/pdpyras', 20, 'Randomize rate limit cooldown to mitigate thundering herd effect'),
      thread(
        'snyk/go-application-framework',
        649,
        'fix(networking): add full jitter to X-RateLimit-Reset retry delay [IDE-2094]',
      ),
    ],
  },
  {
    id: 'refused-again',
    question: 'I waited exactly as long as Retry-After said. Why am I refused again?',
    answer:
      'It is the wait after which you would get in **alone**. The bucket gains 1 token a second and promises it to each of ' +
      'the 10 that it refused; the unluckiest gets in at 12 s, and the bucket refuses 55 times in all.',
    document: documentOfPreset('herd'),
    claims: [
      { says: 'gains 1 token a second', is: exactly('admitted', 2, 1, { from: 3, to: 4 }) },
      { says: 'the 10 that it refused', is: exactly('denied', 2, 10, { from: 2, to: 2.001 }) },
      { says: 'gets in at 12 s', is: exactly('lastAdmissionAt', 2, 12) },
      { says: 'refuses 55 times in all', is: exactly('denied', 2, 55) },
    ],
    threads: [
      thread('peterkhayes/rolling-rate-limiter', 15, 'Clarify All user operations blocked'),
      thread(
        'panoramicdata/Meraki.Api',
        374,
        '429 back-off has no jitter, so clients sharing an API key retry in lockstep',
      ),
    ],
  },
];
