/**
 * The log of the preset that Tune opens with: an hour of a made-up API, 2,000 requests from 61 clients of six sorts, stamped
 * in whole seconds as most servers do.
 */
import { makeStream, nextBelow, nextExponential, nextFloat, type RandomStream } from '../../sim/random.ts';
import { costAndBadOf, type RecordingColumns } from '../../sim/traffic/recordingColumns.ts';

export const EXAMPLE_SECONDS = 3_600;
const REQUESTS = 2_000;

interface Request {
  /** Seconds since the start. */
  readonly at: number;
  /** The client's number in the order in which clients are made. */
  readonly client: number;
  readonly bad: boolean;
}

/** When one client sends, seconds since the start. */
type Sender = (random: RandomStream) => readonly number[];

/** A page with all that it loads, at once and then for a second or two; and sometimes another one soon after. */
function pageLoad(random: RandomStream, at: number): readonly number[] {
  const loaded = Array.from({ length: 4 + nextBelow(random, 6) }, () => at + nextExponential(random) * 0.6);
  return nextBelow(random, 2) > 0 ? loaded : [...loaded, ...pageLoad(random, at + 2 + nextExponential(random) * 4)];
}

function repeated(count: number, make: () => readonly number[]): number[] {
  return Array.from({ length: count }, make).flat();
}

/** Someone who looks at a few pages. */
const visitor: Sender = (random) =>
  repeated(1 + nextBelow(random, 3), () => pageLoad(random, nextFloat(random) * EXAMPLE_SECONDS));

/** A mobile carrier: many phones behind one address, each of which asks now and then. */
const carrier: Sender = (random) => Array.from({ length: 450 }, () => nextFloat(random) * EXAMPLE_SECONDS);

/** A program that asks once a minute. */
const poller: Sender = (random) => {
  const first = nextFloat(random) * 60;
  return Array.from({ length: 60 }, (_, minute) => first + 60 * minute + nextFloat(random));
};

/** A job that sends a batch, as fast as it is answered. */
const batch: Sender = (random) => {
  const first = nextFloat(random) * (EXAMPLE_SECONDS - 60);
  return Array.from({ length: 30 + nextBelow(random, 30) }, (_, i) => first + i / 3 + nextFloat(random) * 0.1);
};

/** Someone who tries passwords, at two a second. */
const guesser: Sender = (random) => {
  const first = nextFloat(random) * (EXAMPLE_SECONDS - 120);
  return Array.from({ length: 90 }, (_, i) => first + i / 2 + nextExponential(random) * 0.2);
};

const SENDERS: readonly { readonly count: number; readonly send: Sender; readonly bad?: true }[] = [
  { count: 38, send: visitor },
  { count: 1, send: carrier },
  { count: 3, send: poller },
  { count: 3, send: batch },
  { count: 1, send: guesser, bad: true },
];
/** They send what is left of the 2,000, one request now and then. */
const PASSERS_BY = 15;

/** The requests in order, as a log has them. */
export function exampleLog(): RecordingColumns {
  const requests: Request[] = [];
  let client = 0;
  for (const { count, send, bad = false } of SENDERS) {
    for (let i = 0; i < count; i++, client++) {
      const random = makeStream(1, 0, client);
      for (const at of send(random)) if (at < EXAMPLE_SECONDS) requests.push({ at, client, bad });
    }
  }
  const random = makeStream(1, 1, 0);
  while (requests.length < REQUESTS) {
    const at = nextFloat(random) * EXAMPLE_SECONDS;
    requests.push({ at, client: client + nextBelow(random, PASSERS_BY), bad: false });
  }
  requests.sort((a, b) => a.at - b.at);
  const numbers = new Map<number, number>();
  for (const { client: one } of requests) if (!numbers.has(one)) numbers.set(one, numbers.size);
  return {
    at: Float64Array.from(requests, ({ at }) => Math.floor(at) * 1e6),
    client: Uint32Array.from(requests, (request) => numbers.get(request.client) as number),
    costAndBad: Uint32Array.from(requests, ({ bad }) => costAndBadOf(1, bad)),
  };
}
