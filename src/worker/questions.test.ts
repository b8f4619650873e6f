/** Client and worker of questions, talking to each other without a thread between them. */
import { describe, expect, it } from 'vitest';
import { answerQuestions, type Answers } from './answering.ts';
import { createQuestionClient, WORKER_LOST, type AnsweringWorker } from './questionClient.ts';
import type { AnswerMessage } from './questions.ts';
import { DROPPED } from './workerClient.ts';

interface Table {
  readonly [kind: string]: { readonly params: object; readonly progress?: unknown; readonly result: unknown };
  readonly count: { readonly params: { readonly to: number }; readonly progress: number; readonly result: number };
  readonly fail: { readonly params: { readonly detail?: string }; readonly result: never };
}

class Sentence extends Error {
  override readonly name = 'Sentence';
  readonly detail: string | undefined;
  constructor(detail: string | undefined) {
    super('It is so.');
    this.detail = detail;
  }
}

/** Slices each take longer than a time slice; `pauses` says how many of them yielded to messages. */
function setUp(helpers = 0) {
  const workers: {
    readonly heard: string[];
    ended: boolean;
    crash: (message?: string) => void;
    counted: number[];
    closed: number;
  }[] = [];
  let time = 0;
  const start = (): AnsweringWorker => {
    const listeners = new Map<string, (event: never) => void>();
    const own = {
      heard: [] as string[],
      ended: false,
      crash: (_?: string): void => undefined,
      counted: [] as number[],
      closed: 0,
    };
    workers.push(own);
    function* counting(to: number): Generator<number, number> {
      try {
        for (let i = 1; i <= to; i++) {
          own.counted.push(i);
          yield i;
        }
        return to;
      } finally {
        own.closed++;
      }
    }
    const answers: Answers<Table> = {
      async count({ to }, { tell, drive }) {
        tell(to);
        return drive(counting(to));
      },
      fail: ({ detail }) => Promise.reject(new Sentence(detail)),
    } as Answers<Table>;
    const handle = answerQuestions<Table>(
      {
        send: (message: AnswerMessage) => {
          if (!own.ended) queueMicrotask(() => listeners.get('message')?.({ data: message } as never));
        },
        yieldToMessages: () => new Promise((resolve) => setImmediate(resolve)),
        now: () => (time += 10),
      },
      answers,
    );
    own.crash = (message) => listeners.get('error')?.({ message } as never);
    return {
      postMessage: (message) => {
        own.heard.push(message.kind);
        if (message.kind === 'ask' || message.kind === 'cancel') void handle(message);
      },
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
      terminate: () => {
        own.ended = true;
      },
    };
  };
  return { workers, client: createQuestionClient<Table>(start, helpers) };
}

describe('a worker that is asked', () => {
  it('is started by the first question, tells of its progress, and answers', async () => {
    const { workers, client } = setUp();
    expect(workers).toHaveLength(0);
    const told: number[] = [];
    expect(await client.ask('count', { to: 3 }, (progress) => told.push(progress))).toBe(3);
    expect(told).toEqual([3]);
    await client.ask('count', { to: 1 });
    expect(workers).toHaveLength(1);
  });

  it('answers the first and the newest of a kind, and drops those between', async () => {
    const { workers, client } = setUp();
    const answers = await Promise.all([5, 6, 7].map((to) => client.ask('count', { to })));
    expect(answers).toEqual([5, DROPPED, 7]);
    expect(workers[0]?.closed).toBe(2);
  });

  it('stops at its next slice once nobody wants the answer', async () => {
    const { workers, client } = setUp();
    const answer = client.ask('count', { to: 1_000 });
    await new Promise(setImmediate);
    client.cancel('count');
    expect(await answer).toBe(DROPPED);
    expect(await client.ask('count', { to: 2 })).toBe(2);
    expect(workers[0]?.closed).toBe(2);
    expect(workers[0]!.counted.length).toBeLessThan(100);
  });

  it('passes on why it cannot answer', async () => {
    const { client } = setUp();
    await expect(client.ask('fail', { detail: 'more' })).rejects.toMatchObject({
      name: 'Sentence',
      message: 'It is so.',
      detail: 'more',
    });
    await expect(client.ask('fail', {})).rejects.toMatchObject({ detail: undefined });
  });

  it('is replaced by the next question when it is lost or ended', async () => {
    const { workers, client } = setUp();
    const lost = client.ask('count', { to: 1_000 });
    workers[0]?.crash('out of memory');
    await expect(lost).rejects.toMatchObject({ name: WORKER_LOST, message: 'out of memory' });
    const dropped = client.ask('count', { to: 1_000 });
    client.end();
    expect(await dropped).toBe(DROPPED);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
    expect(await client.ask('count', { to: 4 })).toBe(4);
  });

  it('has its helpers before the first question, and they end with it', async () => {
    const { workers, client } = setUp(2);
    await client.ask('count', { to: 1 });
    expect(workers.map(({ heard }) => heard)).toEqual([['helper', 'helper', 'ask'], ['serve'], ['serve']]);
    client.end();
    expect(workers.map(({ ended }) => ended)).toEqual([true, true, true]);
  });
});
