/** The simulator behind messages: one run at a time, kept for questions until the next one takes its place. */
import {
  decisionTask,
  hasScripts,
  openSession,
  plan,
  planning,
  ScriptFailure,
  simulate,
  survey,
  TASK_DECISIONS,
  type Plan,
  type Run,
  type Session,
} from '../sim/engine.ts';
import { catalogue, limiterById, type Limiter, type Sandbox } from '../sim/index.ts';
import { timeOf } from './measure.ts';
import { OVERVIEW_BINS, type Conversation, type Kind, type Question, type Reply, type Request } from './protocol.ts';
import { buffersIn } from './transfer.ts';

const KEYS_NAMED = 100;
/** Work goes on for this long before other messages are heard, and for the slice that it is in. */
const BREATH_MS = 8;

/** What the simulator has of the thread that it runs in. */
export interface Thread {
  /** The buffers in `transfer` are handed over instead of copied. */
  readonly send: (reply: Reply, transfer: ArrayBuffer[]) => void;
  /** Lets messages that have arrived meanwhile be heard. */
  readonly otherMessages: () => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Where scripts run, fetched when one comes for the first time. */
  readonly loadSandbox: () => Promise<Sandbox>;
}

type Ask<K extends Kind> = Extract<Question, { readonly kind: K }>;
type Answer<K extends Kind> = Conversation[K]['answer'];

/** @returns what is to be called with every message; it resolves when that has been answered, and never rejects */
export function createSimulator({
  send,
  otherMessages,
  now,
  loadSandbox,
}: Thread): (request: Request) => Promise<void> {
  let session: Session | null = null;
  /** The newest run that was asked for: an older one stops at its next breath. */
  let newest = 0;
  /** The look that was called off last. */
  let unwanted = 0;
  let warm = false;

  const hear = async (request: Request): Promise<void> => {
    if (request.kind === 'call-off') {
      unwanted = request.id;
      return;
    }
    const { kind, id } = request;
    try {
      const answer = await answerTo(request);
      if (answer === undefined) send({ kind: 'dropped', id }, []);
      else send({ kind: 'answer', to: kind, id, answer }, buffersIn(answer));
    } catch (error) {
      send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }, []);
    }
  };

  /** Undefined where a newer request took its place, or there is no run to ask. */
  const answerTo = (request: Question): unknown => {
    switch (request.kind) {
      case 'simulate':
        return run(request);
      case 'survey':
        return measured(request);
      default:
        if (session === null) return undefined;
        if (request.kind === 'look') return lookAt(session, request);
        if (request.kind === 'fairness') return sharesOf(session, request);
        if (request.kind === 'audition') return tryOut(session, request);
        if (request.kind === 'why') return reasonsOf(session, request);
        // The question's kind and what it asks belong together, which a look-up by kind cannot tell.
        return answers[request.kind](session, request as never);
    }
  };

  /** Goes through slices, and breathes now and then; undefined once the end is wanted no more. */
  const drive = async <S, T>(
    slices: Generator<S, T>,
    tell: (slice: S) => void,
    wanted: () => boolean,
  ): Promise<T | undefined> => {
    let breathed = now();
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) return slice.value;
      if (now() - breathed < BREATH_MS) continue;
      tell(slice.value);
      await otherMessages();
      if (!wanted()) {
        // What it holds is freed.
        slices.return(undefined as T);
        return undefined;
      }
      breathed = now();
    }
  };

  const run = async ({ id, scenario, look }: Ask<'simulate'>): Promise<Answer<'simulate'> | undefined> => {
    newest = id;
    const wanted = (): boolean => newest === id;
    const sandbox = hasScripts(scenario) ? await loadSandbox() : null;
    if (!wanted()) return undefined;
    const planned =
      sandbox === null
        ? plan(scenario)
        : await drive(planning(scenario, sandbox), () => send({ kind: 'alive', id }, []), wanted);
    if (planned === undefined || !planned.ok) return planned;
    const made = await driveRun(planned.plan, id, wanted);
    if (made === undefined || 'refusals' in made) return made;
    const opened = openSession(made);
    const looked = await drive(opened.look(look), () => send({ kind: 'alive', id }, []), wanted);
    if (looked === undefined) return undefined;
    // Not before: until the page has this answer its questions are about the run that it shows.
    session = opened;
    const { arrivals, end, answersBack } = planned.plan;
    return {
      ok: true,
      frames: opened.frames,
      end,
      answersBack,
      requests: arrivals.count,
      keys: keysOf(made),
      overview: opened.overview(OVERVIEW_BINS),
      looked,
    };
  };

  /** A script that fails in the middle is a refusal like any other. */
  const driveRun = async (planned: Plan, id: number, wanted: () => boolean) => {
    try {
      return await drive(simulate(planned), (done) => send({ kind: 'progress', id, ...done }, []), wanted);
    } catch (error) {
      if (error instanceof ScriptFailure) return { ok: false, refusals: [error.refusal] } as const;
      throw error;
    }
  };

  const lookAt = (open: Session, { id, look }: Ask<'look'>): Promise<Answer<'look'> | undefined> =>
    drive(
      open.look(look),
      () => send({ kind: 'alive', id }, []),
      () => session === open && unwanted !== id,
    );

  const sharesOf = (open: Session, { id, look }: Ask<'fairness'>): Promise<Answer<'fairness'> | undefined> =>
    drive(
      open.fairness(look),
      () => send({ kind: 'alive', id }, []),
      () => session === open,
    );

  const tryOut = (
    open: Session,
    { id, lane, at, through, key }: Ask<'audition'>,
  ): Promise<Answer<'audition'> | undefined> =>
    drive(
      open.audition(lane, at, through, key),
      () => send({ kind: 'alive', id }, []),
      () => session === open,
    );

  const reasonsOf = (open: Session, { id, lane, request }: Ask<'why'>): Promise<Answer<'why'> | undefined> =>
    drive(
      open.why(lane, request),
      () => send({ kind: 'alive', id }, []),
      () => session === open,
    );

  const measured = ({ limiter: id, edition }: Ask<'survey'>): Answer<'survey'> => {
    const limiter = limiterById(id) as Limiter;
    // The first one measured would be alone in the engine's call site, and look faster than it is among the others.
    if (!warm) for (const other of catalogue) decisionTask(other, other.editions[0] as typeof edition)();
    warm = true;
    const taken = timeOf(decisionTask(limiter, edition), now);
    return { ...survey(limiter, edition), nanoseconds: (taken * 1e6) / TASK_DECISIONS };
  };

  return hear;
}

/** The keys that requests name, of all lanes. */
function keysOf({ plan: { arrivals }, lanes }: Run): readonly string[] {
  const keys = new Set(
    [arrivals, ...lanes.map((lane) => lane.arrivals)].flatMap((own) => own.keys.slice(0, KEYS_NAMED)),
  );
  return [...keys].slice(0, KEYS_NAMED);
}

type Plain = Exclude<Kind, 'simulate' | 'survey' | 'look' | 'fairness' | 'audition' | 'why'>;

const answers: { [K in Plain]: (open: Session, ask: Conversation[K]['ask']) => Answer<K> } = {
  moment: (open, { at, through, key }) => open.moment(at, through, key),
  verdicts: (open, { at }) => open.verdicts(at),
  decisions: (open, { lane, from, to }) => open.decisions(lane, from, to),
  step: (open, { lane, at, selected, by }) => open.step(lane, at, selected, by),
  same: (open, { selected, lane }) => open.same(selected, lane),
  disagreement: (open, { compared, lane, at, selected, by }) => open.disagreement(compared, lane, at, selected, by),
};
