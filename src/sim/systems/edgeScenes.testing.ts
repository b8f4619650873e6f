/** Scenes in which a system goes by an exact instant or amount: one more, or a microsecond later, is decided otherwise. */
import type { Scene } from './scenes.testing.ts';

export const EDGE_SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'haproxy-rate': [
    // Two periods after its tick the next begins at the request: in one from 10 s on, 20.001 s would be another.
    {
      what: 'begins anew after a whole period without a request',
      n: 2,
      T: 10,
      at: [0, 0, 20, 20.001, 20.002],
      answers: 'A A A A D',
    },
  ],
  resilience4j: [
    // Ten of its own cycle, and of five more: those of the sixth come 5.000001 s later.
    {
      what: 'sells at most what comes within 5 s',
      n: 10,
      T: 1,
      at: [
        [0.999999, 61],
        [0.999999, 60],
      ],
      answers: 'D 4.000001',
    },
  ],
  'rolling-rate-limiter': [
    // The longest timer of Node, and one that is longer, which is over in a millisecond.
    { what: 'keeps its log as long as a timer runs', n: 1, T: 2_147_483.647, at: [0, 1], answers: 'A D' },
    { what: 'forgets it at once beyond', n: 1, T: 2_147_484, at: [0, 0.0005, 0.002], answers: 'A D A' },
  ],
  vsthrottle: [
    // The blocked try at 3.9 s finds none, and what had come in by then is lost: a fifth of a token is there at 5 s.
    {
      what: 'sets the clock by blocked tries without a token, too',
      n: 2,
      T: 10,
      options: { block: 3 },
      at: [0, 0, 1, 3.9, 5],
      answers: 'A A D D D',
    },
  ],
};
