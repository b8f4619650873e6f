/** The simulator behind messages: one run at a time, kept for questions until the next one takes its place. */
import {
  decisionTask,
  limiterById,
  openSession,
  plan,
  simulate,
  survey,
  TASK_DECISIONS,
  type Edition,
  type Limiter,
  type Run,
  type Session,
} from '../sim/index.ts';
import { OVERVIEW_BINS, type Conversation, type Reply, type Request } from './protocol.ts';
import { buffersIn } from './transfer.ts';

const KEYS_NAMED = 100;

let session: Session | null = null;
/** The newest run that was asked for: an older one stops at its next slice. */
let newest = 0;

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void answer(data);
});

async function answer(request: Request): Promise<void> {
  const { kind, id } = request;
  try {
    if (request.kind === 'simulate') {
      newest = id;
      const simulated = await run(request);
      if (simulated === null) send({ kind: 'dropped', id });
      else sendAnswer(kind, id, simulated);
    } else if (request.kind === 'survey') {
      sendAnswer(kind, id, measured(request));
    } else if (session === null) {
      send({ kind: 'dropped', id });
    } else {
      // The question's kind and what it asks belong together, which a look-up by kind cannot tell.
      sendAnswer(kind, id, answers[request.kind](session, request as never));
    }
  } catch (error) {
    send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

type Question = Exclude<Request, { kind: 'simulate' | 'survey' }>;

const answers: { [K in Question['kind']]: (open: Session, ask: Conversation[K]['ask']) => Conversation[K]['answer'] } =
  {
    look: (open, { look }) => open.look(look),
    moment: (open, { at, through, key }) => open.moment(at, through, key),
    verdicts: (open, { at }) => open.verdicts(at),
    decisions: (open, { lane, from, to }) => open.decisions(lane, from, to),
    why: (open, { lane, request }) => open.why(lane, request),
    step: (open, { at, selected, by }) => open.step(at, selected, by),
    disagreement: (open, { compared, at, selected, by }) => open.disagreement(compared, at, selected, by),
    audition: (open, { lane, at, through, key }) => open.audition(lane, at, through, key),
  };

const GOES = 5;

/** The simulator reads no clock: timing is done here. The best go counts, since others were disturbed. */
function measured({ limiter: id, edition }: { limiter: string; edition: Edition }): Conversation['survey']['answer'] {
  const limiter = limiterById(id) as Limiter;
  const task = decisionTask(limiter, edition);
  let best = Infinity;
  for (let go = 0; go < GOES; go++) {
    const start = performance.now();
    task();
    best = Math.min(best, performance.now() - start);
  }
  return { ...survey(limiter, edition), nanoseconds: (best * 1e6) / TASK_DECISIONS };
}

/** Null when a newer run was asked for meanwhile. */
async function run({
  id,
  scenario,
  look,
}: Extract<Request, { kind: 'simulate' }>): Promise<Conversation['simulate']['answer'] | null> {
  const planned = plan(scenario);
  if (!planned.ok) return planned;
  const made = await toTheEnd(id, simulate(planned.plan));
  if (made === null) return null;
  session = openSession(made);
  const { arrivals, end } = planned.plan;
  return {
    ok: true,
    frames: session.frames,
    end,
    requests: arrivals.count,
    keys: arrivals.keys.slice(0, KEYS_NAMED),
    overview: session.overview(OVERVIEW_BINS),
    looked: session.look(look),
  };
}

async function toTheEnd(id: number, slices: ReturnType<typeof simulate>): Promise<Run | null> {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    send({ kind: 'progress', id, ...slice.value });
    await otherMessages();
    if (newest !== id) return null;
  }
}

const { port1: doorbell, port2: porch } = new MessageChannel();
/** Lets messages that have arrived meanwhile be heard. Unlike a timer, a message to oneself is not held back 4 ms. */
function otherMessages(): Promise<void> {
  return new Promise((resolve) => {
    porch.addEventListener('message', () => resolve(), { once: true });
    porch.start();
    doorbell.postMessage(null);
  });
}

function sendAnswer(to: Request['kind'], id: number, value: unknown): void {
  send({ kind: 'answer', to, id, answer: value }, buffersIn(value));
}

function send(reply: Reply, transfer: ArrayBuffer[] = []): void {
  postMessage(reply, { transfer });
}
