/**
 * The field's terms, one per concept, in plain sentences. "How exact is this?" shows them, the README lists them (a test
 * compares the two), and the code uses them as names.
 */
export interface GlossaryEntry<Name extends string> {
  readonly text: string;
  readonly seeAlso?: readonly Name[];
}

/** Infers the terms from the keys alone, so that `seeAlso` can only name one of them. */
function defineTerms<Name extends string>(
  terms: Readonly<Record<Name, GlossaryEntry<NoInfer<Name>>>>,
): Readonly<Record<Name, GlossaryEntry<Name>>> {
  return terms;
}

export const glossary = defineTerms({
  request: {
    text: 'One arrival: an instant, a key and a cost. Every lane decides on the same requests, except where clients retry.',
    seeAlso: ['key', 'cost', 'try'],
  },
  phase: {
    text: 'One part of the traffic, a block on its track: a burst, a steady flow, a list of times, clients that retry.',
  },
  key: { text: 'What a limit applies to: a user, an address, an API token. Every key has a limit of its own.' },
  cost: { text: 'How many permits a request asks for; usually one.', seeAlso: ['permit'] },
  permit: { text: 'What a limiter gives out: n of them per T.', seeAlso: ['cost'] },
  n: { text: 'The limit: how many permits are given out per T.', seeAlso: ['T', 'permit'] },
  T: { text: 'The period that n is counted over: a limit of n per T.', seeAlso: ['n', 'window'] },
  burst: { text: 'Requests at one instant or close together, faster than n per T.', seeAlso: ['capacity'] },
  capacity: { text: 'The most that a limiter holds: tokens in a bucket, places in a queue. It is n unless set.' },
  window: { text: 'A period of length T in which at most n permits are given out.', seeAlso: ['window count'] },
  refill: { text: 'The tokens that a bucket gains: n every T, evenly or in steps.', seeAlso: ['emission interval'] },
  'emission interval': { text: 'T/n: how far apart permits are when they are spaced evenly.' },
  'theoretical arrival time': {
    text:
      'When the next request would arrive if requests came exactly one emission interval apart. It is all that GCRA ' +
      'stores.',
    seeAlso: ['emission interval'],
  },
  level: {
    text:
      'What the limiter itself counts: tokens left, log entries, water, seconds ahead. At any instant it is computed from ' +
      'the formula that decides, not interpolated between samples; where nodes decide, it is what they last knew. On the ' +
      'hatched side requests are denied.',
  },
  'window count': {
    text: 'How many permits were given to one key in the T before that instant, whatever the limiter counts.',
    seeAlso: ['peak in T'],
  },
  'peak in T': {
    text:
      'The most permits in effect within any period of length T, wherever it begins, for the key with the highest such ' +
      'count. ' +
      'T is the lane’s own. △ means more than n, within what the limiter’s rule allows in any T, though between nodes a ' +
      'race may be the cause; ▲ means more than the rule allows, which is a defect, or more than n where the rule makes no ' +
      'promise.',
    seeAlso: ['window count'],
  },
  'Jain’s index': {
    text:
      'How evenly keys share what was admitted: 1 when all have the same share, down to 1 divided by the number of keys ' +
      'when one has everything.',
    seeAlso: ['key'],
  },
  delay: { text: 'To admit a request and make it wait, as a queue does.' },
  p99: {
    text: 'What 99 of 100 waits, latencies or jobs take at most. Half of them take at most p50.',
    seeAlso: ['delay', 'job'],
  },
  deny: { text: 'To refuse a request: it gets no permits.', seeAlso: ['Retry-After'] },
  'Retry-After': {
    text:
      'The shortest wait after which the same request, alone, would be admitted, rounded up to whole seconds as the ' +
      'header requires.',
  },
  job: { text: 'What a client wants done. It is tried until it is admitted or given up.', seeAlso: ['try'] },
  try: { text: 'One attempt at a job, hence a request. All but the first are retries.', seeAlso: ['job', 'herd'] },
  herd: {
    text: 'Clients that were denied together and retry together. In figures: the most retries within T/100.',
    seeAlso: ['try'],
  },
  lane: { text: 'One limiter with its options, running on the shared traffic.' },
  edition: {
    text:
      'Published (†) runs the code as the source prints it, defects included; corrected does what the source’s prose ' +
      'promises.',
  },
  node: { text: 'One of the processes that decide on requests, with its own clock.', seeAlso: ['store'] },
  store: { text: 'Where nodes keep what they share: Redis, or memory between threads.', seeAlso: ['node', 'race'] },
  race: {
    text: 'Commands of two requests interleave at the store, so that one decides on state that the other has since changed.',
  },
  tick: { text: 'The unit in which limiters count: one microsecond and one permit are both whole numbers of ticks.' },
});

export type Term = keyof typeof glossary;

export const TERMS = Object.keys(glossary) as readonly Term[];
