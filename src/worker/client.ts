/**
 * The page's side of the conversation: questions as promises, a watch on the worker, and a new worker when the old one
 * dies or says nothing for too long.
 */
import type { Conversation, Kind, Question, Reply, Request } from './protocol.ts';

export type { Conversation, Kind, Simulated } from './protocol.ts';

/** What a question gets when a newer one took its place or the worker was replaced. */
export const DROPPED = Symbol('dropped');
export type Dropped = typeof DROPPED;

/** A worker that says nothing for this long while it is being waited for is replaced. */
export const SILENCE_MS = 5_000;

/** The part of a `Worker` that is used, so that tests can hand in another. */
export interface WorkerLike {
  postMessage(message: Request): void;
  addEventListener(type: 'message', listener: (event: { data: Reply }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { message?: string; preventDefault?(): void }) => void,
  ): void;
  terminate(): void;
}

export interface ClientEvents {
  /** The run under way has come this far. */
  progress(done: number, total: number | null): void;
  /** The worker was ended and a new one will be started for the next question. What it was computing is lost. */
  replaced(why: 'silent' | 'crashed', detail: string): void;
}

export interface SimulationClient {
  /**
   * Asks, and resolves with the answer or with `DROPPED`.
   * @throws {Error} with the worker's message, when answering failed there
   */
  ask<K extends Kind>(kind: K, ask: Conversation[K]['ask']): Promise<Conversation[K]['answer'] | Dropped>;
  /** Ends the run under way, worker and all: a slice may be long. */
  stop(): void;
  listen(events: ClientEvents): void;
}

interface Waiting {
  readonly request: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function connect(start: () => WorkerLike): SimulationClient {
  let worker: WorkerLike | null = null;
  let events: ClientEvents | null = null;
  let lastId = 0;
  let watch: ReturnType<typeof setTimeout> | undefined;
  /** Asked and not answered. */
  const asked = new Map<number, Waiting>();
  /** The newest question of each kind that waits for an older one of its kind to be answered. */
  const next = new Map<Kind, Waiting>();
  /** The look that took the place of one called off. It is let finish, so that a chart that is dragged still moves. */
  let insisting = 0;

  const drop = (waiting: Waiting | undefined): void => waiting?.resolve(DROPPED as never);

  const replace = (why: 'silent' | 'crashed', detail: string): void => {
    endWorker();
    events?.replaced(why, detail);
  };

  const endWorker = (): void => {
    clearTimeout(watch);
    worker?.terminate();
    worker = null;
    const lost = [...asked.values(), ...next.values()];
    asked.clear();
    next.clear();
    for (const waiting of lost) drop(waiting);
  };

  /** Every sign of life starts the silence anew; nobody watches a worker that owes nothing. */
  const heard = (): void => {
    clearTimeout(watch);
    if (asked.size === 0) return;
    watch = setTimeout(() => replace('silent', `no answer for ${SILENCE_MS / 1000} s`), SILENCE_MS);
  };

  const started = (): WorkerLike => {
    if (worker !== null) return worker;
    const fresh = start();
    fresh.addEventListener('message', ({ data }) => {
      // A message may still be under way from a worker that has been replaced.
      if (worker === fresh) receive(data);
    });
    for (const type of ['error', 'messageerror'] as const) {
      fresh.addEventListener(type, (event) => {
        event.preventDefault?.();
        if (worker === fresh) replace('crashed', event.message ?? type);
      });
    }
    worker = fresh;
    return fresh;
  };

  const receive = (reply: Reply): void => {
    if (reply.kind === 'progress' || reply.kind === 'alive') {
      heard();
      if (reply.kind === 'progress') events?.progress(reply.done, reply.total);
      return;
    }
    const waiting = asked.get(reply.id);
    asked.delete(reply.id);
    if (waiting !== undefined) {
      if (reply.kind === 'answer') waiting.resolve(reply.answer as never);
      else if (reply.kind === 'dropped') drop(waiting);
      else waiting.reject(new Error(reply.message));
      const following = next.get(waiting.request.kind);
      next.delete(waiting.request.kind);
      if (following !== undefined) {
        if (reply.kind === 'dropped' && following.request.kind === 'look') insisting = following.request.id;
        post(following);
      }
    }
    heard();
  };

  const post = (waiting: Waiting): void => {
    const silent = asked.size === 0;
    asked.set(waiting.request.id, waiting);
    started().postMessage(waiting.request);
    if (silent) heard();
  };

  return {
    ask: (kind, ask) =>
      new Promise((resolve, reject) => {
        const request = { kind, id: ++lastId, ...ask } as unknown as Question;
        const waiting: Waiting = { request, resolve, reject };
        const busy = [...asked.values()].find((other) => other.request.kind === kind)?.request;
        // A new run calls off the old one over there; other questions queue one deep, here.
        if (kind === 'simulate' || busy === undefined) {
          post(waiting);
          return;
        }
        if (kind === 'look' && !next.has(kind) && busy.id !== insisting) {
          worker?.postMessage({ kind: 'call-off', id: busy.id });
        }
        drop(next.get(kind));
        next.set(kind, waiting);
      }),
    stop: endWorker,
    listen(listener) {
      events = listener;
    },
  };
}
