/** A few requests on a cluster, run and written down: what the store executed, in which order, and what was answered. */
import { unitArrivals } from '../arrivals.ts';
import { commandNameOf, messageName, type CommandName, type Reply } from '../cluster/command.ts';
import type { AccessRecord } from '../cluster/simulatedStore.ts';
import { budgetFor } from '../run/budget.ts';
import { observeClusterLoop } from '../run/clusterRun.ts';
import type { InFlightMessage } from '../run/inFlight.ts';
import type { SchemePlan } from '../run/lanePlan.ts';
import type { Observer } from '../run/observer.ts';
import { totalWait } from '../run/schemeAnswer.ts';
import { runToEnd } from '../slices.ts';
import type { Instant } from '../time.ts';
import { DENY, isDenied, type Verdict } from '../verdict.ts';

/** A message that the store executed. */
export interface RecordedMessage {
  /** By number, from 0. */
  readonly request: number;
  readonly node: number;
  /** Its place among the messages of its request, and among all that were sent, from 0. */
  readonly index: number;
  readonly sendOrder: number;
  /** As the format names it in a fault, and as it is shown. */
  readonly command: CommandName;
  readonly name: string;
  readonly sentAt: Instant;
  readonly executedAt: Instant;
  readonly reply: Reply;
  readonly reads: boolean;
  readonly writes: boolean;
}

export interface RecordedAnswer {
  /** Whether the program decided, and not a node that died or got no reply. */
  readonly isDecided: boolean;
  readonly verdict: Verdict;
  /** When the request was answered. */
  readonly answeredAt: Instant;
  /** When it takes effect; `Infinity` if it was refused. */
  readonly effect: Instant;
}

export interface ClusterRecord {
  readonly answers: readonly RecordedAnswer[];
  /** In the order in which the store executed them. */
  readonly messages: readonly RecordedMessage[];
}

const UNANSWERED: RecordedAnswer = { isDecided: false, verdict: DENY, answeredAt: Infinity, effect: Infinity };

/** No link here draws a latency, and no request its node. */
const SEED = 1;

/** @param at when requests of one key and cost 1 come, microseconds, non-decreasing */
export function recordOnCluster(plan: SchemePlan, at: readonly Instant[]): ClusterRecord {
  const end = at.at(-1) ?? 0;
  const answers = at.map(() => UNANSWERED);
  const messages: RecordedMessage[] = [];
  const observer: Observer = {
    wantsExplanation: () => false,
    onSent: () => undefined,
    beforeExecute(_, store) {
      store.accessLog = [];
    },
    afterExecute(inFlight, store) {
      messages.push(recorded(inFlight, store.accessLog ?? []));
      store.accessLog = null;
    },
    onFailure: () => undefined,
    onDecision({ row, at: cameAt }, decision, answerPath, answeredAt) {
      const { verdict } = decision;
      const effect = isDenied(verdict) ? Infinity : cameAt + totalWait(decision, answeredAt - cameAt);
      answers[row] = { isDecided: answerPath === 'decided' || answerPath === 'in-vain', verdict, answeredAt, effect };
    },
    isDone: () => false,
  };
  const run = {
    arrivals: unitArrivals(Float64Array.from(at)),
    duration: end,
    end,
    isClosedLoop: false,
    scenario: { seed: SEED },
  };
  runToEnd(observeClusterLoop(run, plan, [], budgetFor(at.length + 1), observer, null));
  return { answers, messages };
}

function recorded(inFlight: InFlightMessage, accesses: readonly AccessRecord[]): RecordedMessage {
  const { request, message, index, sendOrder, sentAt, executedAt, reply } = inFlight;
  const did = (access: AccessRecord['access']): boolean => accesses.some((record) => record.access === access);
  return {
    request: request.row,
    node: request.node.number,
    index,
    sendOrder,
    command: commandNameOf(message),
    name: messageName(message),
    sentAt,
    executedAt: executedAt as Instant,
    reply,
    reads: did('read'),
    writes: did('write'),
  };
}
