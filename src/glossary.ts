/**
 * The field's words, one a concept, in plain sentences. "How exact is this?" shows them, the README lists them (a test
 * compares), and code names things by them.
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
  key: { text: 'Whom a limit applies to: a user, an address, an API token. Every key has a limit of its own.' },
  cost: { text: 'How many permits a request asks for; usually one.', seeAlso: ['permit'] },
  permit: { text: 'What a limiter gives out: n of them per T.', seeAlso: ['cost'] },
  burst: { text: 'Requests at one instant or close together, faster than n per T.', seeAlso: ['capacity'] },
  capacity: { text: 'The most that a limiter holds: tokens in a bucket, places in a queue. It is n unless set.' },
  window: { text: 'A stretch of time T in which permits are counted up to n.', seeAlso: ['window count'] },
  refill: { text: 'The tokens that a bucket gains: n every T, evenly or in steps.', seeAlso: ['emission interval'] },
  'emission interval': { text: 'T/n: how far apart permits are when they are spaced evenly.' },
  'theoretical arrival time': {
    text: 'When the next request would come if requests came one every emission interval. It is all that GCRA keeps.',
    seeAlso: ['emission interval'],
  },
  level: {
    text:
      'What the limiter itself counts: tokens left, entries kept, water, seconds ahead. It is computed from the formula ' +
      'that decides, at any instant, not drawn between samples. The hatched side is the one that refuses.',
  },
  'window count': {
    text: 'How many permits were given to one key in the T before that instant, whatever the limiter counts.',
    seeAlso: ['peak in T'],
  },
  'peak in T': {
    text:
      'The most permits in effect within any stretch of T, wherever it begins, for the one key for which it is worst. ' +
      'T is the lane’s own. ▲ means more than n.',
    seeAlso: ['window count'],
  },
  delay: { text: 'To admit a request and make it wait, as a queue does.' },
  deny: { text: 'To refuse a request: it gets no permits.', seeAlso: ['Retry-After'] },
  'Retry-After': {
    text:
      'The shortest wait after which the same request, alone, would be admitted, rounded up to whole seconds as the ' +
      'header requires.',
  },
  job: { text: 'What a client wants done. It is tried until it is admitted or given up.', seeAlso: ['try'] },
  try: { text: 'One attempt at a job, hence a request. All but the first are retries.', seeAlso: ['job', 'herd'] },
  herd: { text: 'Clients that were denied together and retry together.', seeAlso: ['try'] },
  lane: { text: 'One limiter with its options, running on the shared traffic.' },
  edition: {
    text:
      'Published (†) runs the code that a source prints, defects included; corrected does what the source’s prose ' +
      'promises.',
  },
  node: { text: 'One of several processes that decide on requests, with a clock of its own.', seeAlso: ['store'] },
  store: { text: 'Where nodes keep what they share: Redis, or memory between threads.', seeAlso: ['node', 'race'] },
  race: {
    text: 'Commands of two requests interleave at the store, so that one decides on a state that the other has changed.',
  },
  tick: { text: 'The unit in which limiters count: one microsecond and one permit are both whole numbers of ticks.' },
});

export type Term = keyof typeof glossary;

export const TERMS = Object.keys(glossary) as readonly Term[];
