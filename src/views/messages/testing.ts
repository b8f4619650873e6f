/** For tests: handwritten sequences, and those of a run. */
import { runToEnd, openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { scenarioOf, type Sequence, type SequenceMessage, type KeyAccess, type Why } from '../../sim/index.ts';

/** GET k by N1 for request 0 at 1 s, a millisecond each way, which reads 9. */
export function makeMessage(more: Partial<SequenceMessage> = {}): SequenceMessage {
  const sent = more.sentAt ?? 1_000_000;
  return {
    request: 0,
    node: 0,
    command: 0,
    name: 'GET',
    text: 'GET k',
    sentAt: sent,
    executedAt: sent + 1_000,
    executionOrder: 1,
    endedAt: sent + 2_000,
    replyAt: sent + 2_000,
    lost: false,
    reply: '9',
    keyAccesses: [makeKeyAccess()],
    manualDelay: 0,
    ...more,
  };
}

/** A read of `k` with the value 9. */
export function makeKeyAccess(more: Partial<KeyAccess> = {}): KeyAccess {
  return { key: 'k', reads: true, writes: false, overwrites: false, before: '9', after: '9', ...more };
}

/** Of request 0 at N1, from 1 s to its last message's end. */
export function makeSequence(messages: readonly SequenceMessage[], more: Partial<Sequence> = {}): Sequence {
  const own = messages.filter(({ request }) => request === 0);
  return {
    request: 0,
    node: 0,
    from: 1_000_000,
    to: Math.max(1_000_000, ...own.map(({ endedAt, sentAt }) => endedAt ?? sentAt)),
    messages,
    nodeDied: false,
    omittedCount: 0,
    race: null,
    unitsText: '',
    hasAtomicVersion: true,
    ...more,
  };
}

/** Why a request of a scenario's lane was answered as it was. */
export function explainRequest(document: object, request: number, lane = 0): Why {
  return runToEnd(openSession(simulateToEnd(planOf(scenarioOf(document)))).why(lane, request));
}

export function explainSequence(document: object, request: number, lane = 0): Sequence {
  const { sequence: found } = explainRequest(document, request, lane);
  if (found === null) throw new TypeError('One process has no messages.');
  return found;
}

/** Two nodes that both read 3 at 1 s, of which 3 are too many. */
export const RACE = {
  policy: { n: 3, T: 10 },
  duration: 12,
  cluster: { nodes: 2 },
  traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1, 1] }],
  lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }],
};
