/** What waits, what is sent, and what was not answered, on a fake connection and a fake clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoReplyError, send, StoreError, type Message, type Reply } from '../sim/cluster/command.ts';
import { CommandQueue, inFlightLimit, type Delivery } from './redisCommandQueue.ts';
import { CommandStats } from './redisCommandStats.ts';

/** Milliseconds. */
const TIMEOUT = 100;

/** What the test does to a message that was sent. */
interface Sent {
  readonly answer: (reply: Reply) => void;
  readonly fail: (error: Error) => void;
}

function connected(limit: number) {
  const sent: Sent[] = [];
  const stats = new CommandStats(TIMEOUT * 1_000);
  const sender = {
    send: (_: Message, onSent: () => void) =>
      new Promise<Reply>((answer, fail) => {
        sent.push({ answer, fail });
        onSent();
      }),
  };
  const queue = new CommandQueue(sender, limit, stats);
  const ask = (count: number): Promise<Delivery>[] =>
    Array.from({ length: count }, () => queue.deliver(send('GET', 'k'), TIMEOUT));
  return { sent, stats, queue, ask };
}

/** Lets everything happen that is due by now. Immediates are real, so that they come after what the test does. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

const NOT_ANSWERED = new NoReplyError('GET was not answered');

describe('the commands of a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('share one limit among all connections', () => {
    expect([1, 4, 16, 64, 100].map(inFlightLimit)).toEqual([64, 16, 4, 1, 1]);
  });

  it('are sent in their order, only so many at once', async () => {
    const { sent, ask } = connected(2);
    const replies = ask(4);
    expect(sent).toHaveLength(2);
    sent[0]?.answer('first');
    await settled();
    expect(sent).toHaveLength(3);
    for (const [index, reply] of ['second', 'third', 'fourth'].entries()) {
      sent[index + 1]?.answer(reply);
      await settled();
    }
    expect((await Promise.all(replies)).map(({ reply }) => reply)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('have their time counted from the sending, however long they waited', async () => {
    const { sent, stats, ask } = connected(1);
    const replies = ask(4);
    for (let answered = 0; answered < 4; answered++) {
      await pass(TIMEOUT - 1);
      sent[answered]?.answer(answered);
      await settled();
    }
    expect(await Promise.all(replies)).toEqual([0, 99, 198, 297].map((queued, reply) => ({ reply, queued })));
    expect(stats.toJson()).toMatchObject({ commandsSent: 4, unanswered: 0, queuedMax: 0.297 });
    expect(stats.queuedNote()).toMatch(/^commands waited up to 0\.3 s in this program before they were sent/);
  });

  it('fail after that time, and those that wait have their turn', async () => {
    const { sent, stats, ask } = connected(1);
    const [first, second] = ask(2);
    await pass(TIMEOUT - 1);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(await first).toEqual({ reply: NOT_ANSWERED, queued: 0 });
    await pass(TIMEOUT - 1);
    sent[1]?.answer('in time');
    expect(await second).toEqual({ reply: 'in time', queued: TIMEOUT });
    expect(stats.toJson().unansweredCauses).toEqual({ server: 1, queue: 0, connection: 0 });
  });

  it('count as answered if the reply is there when we look, though we look late', async () => {
    const { sent, stats, ask } = connected(1);
    const [reply] = ask(1);
    // The thread was busy: the timer runs before the socket is read.
    vi.advanceTimersByTime(5 * TIMEOUT);
    sent[0]?.answer('unread until now');
    expect(await reply).toEqual({ reply: 'unread until now', queued: 0 });
    await settled();
    expect(stats.toJson().unanswered).toBe(0);
  });

  it('leave no timer behind where the reply is read before the sending is known', async () => {
    let onSent = (): void => undefined;
    const sender = {
      send(_: Message, told: () => void) {
        onSent = told;
        return Promise.resolve<Reply>('at once');
      },
    };
    const queue = new CommandQueue(sender, 1, new CommandStats(TIMEOUT * 1_000));
    expect(await queue.deliver(send('GET', 'k'), TIMEOUT)).toMatchObject({ reply: 'at once' });
    onSent();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are sent one at a time once some only waited for what was sent before them', async () => {
    const { sent, stats, ask } = connected(4);
    const replies = ask(9);
    await pass(60);
    sent[0]?.answer('slow');
    await settled();
    expect(sent).toHaveLength(5);
    await pass(40);
    // Three of the first four were sent together with the one that took most of their time; the fifth was sent later.
    for (const reply of replies.slice(1, 4)) expect(await reply).toMatchObject({ reply: NOT_ANSWERED });
    expect(stats.toJson().unansweredCauses).toEqual({ server: 0, queue: 3, connection: 0 });
    expect(sent).toHaveLength(5);
    sent[4]?.answer('alone');
    await settled();
    expect(sent).toHaveLength(6);
  });

  it('say how late the slowest answer was', async () => {
    const { sent, stats, ask } = connected(2);
    const replies = ask(2);
    await pass(TIMEOUT);
    await Promise.all(replies);
    await pass(420);
    sent[0]?.answer('late');
    await settled();
    expect(stats.unansweredNote()).toBe(
      '2 of 2 commands (100.0 %) were not answered within 0.1 s: the server was slow, and its slowest answer took 0.52 s.',
    );
  });

  it('are counted where the server answers with an error, to one of them or within a transaction', async () => {
    const { sent, stats, ask } = connected(3);
    const replies = ask(3);
    const error = new StoreError('READONLY no');
    sent[0]?.answer('fine');
    sent[1]?.answer(error);
    sent[2]?.answer([1, error]);
    await settled();
    expect((await Promise.all(replies)).map(({ reply }) => reply)).toEqual(['fine', error, [1, error]]);
    expect(stats.errorNote()).toBe(
      '2 of 3 commands (66.7 %) were answered with errors, the first of them: READONLY no.',
    );
  });

  it('end with the connection', async () => {
    const { sent, stats, ask } = connected(1);
    const [reply] = ask(2);
    sent[0]?.fail(new Error('gone'));
    await expect(reply).rejects.toThrow('gone');
    await settled();
    expect(sent).toHaveLength(1);
    expect(stats.toJson().unansweredCauses).toEqual({ server: 0, queue: 0, connection: 1 });
  });

  it('are no longer sent once the run is stopped', async () => {
    const { sent, queue, ask } = connected(1);
    const [first] = ask(2);
    queue.stop();
    sent[0]?.answer('the last');
    await first;
    await settled();
    expect(sent).toHaveLength(1);
  });
});
