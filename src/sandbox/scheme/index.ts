/** Users' schemes: one program for each lane of a plan, which is kept for as long as it is among the last that ran. */
import {
  OwnCodeError,
  type OwnContext,
  type OwnLane,
  type OwnRun,
  type OwnStep,
  type SchemeMachine,
} from '../../sim/index.ts';
import { isUsable, type QuickJsInstance } from '../quickJsInstance.ts';
import { SchemeProgram } from './schemeProgram.ts';

const PROGRAMS_KEPT = 16;

/** How often a request may yield: who waits for a lock of a node that died would do so for ever. */
const MAX_YIELDS = 10_000;
const ENDLESS = `One request yielded ${MAX_YIELDS.toLocaleString('en-US')} times and was not decided. Is there a loop that never ends?`;

/** A lane's requests that are run again, alone: by their number, from 1. Opening a program takes milliseconds. */
const TRIED_ALONE: ReadonlySet<number> = new Set([2, 3, 4, 8, 16, 32]);
const OUTSIDE =
  'decide behaved differently when it ran alone: it keeps something outside local. Keep everything that changes in local.';

const machines = new WeakMap<QuickJsInstance, SchemeMachine>();

/** The machine for users' schemes in that instance: the same one as long as the instance is. */
export function schemesIn(instance: QuickJsInstance): SchemeMachine {
  const machine = machines.get(instance) ?? machineIn(instance);
  machines.set(instance, machine);
  return machine;
}

function machineIn(instance: QuickJsInstance): SchemeMachine {
  const lanes = new WeakMap<OwnLane, LaneOfScheme>();
  /** The last one used comes last. */
  const open = new Set<SchemeProgram>();
  const opened = (code: string, traced: boolean): SchemeProgram => {
    if (isUsable(instance)) return new SchemeProgram(instance, code, traced);
    throw new OwnCodeError('Another program broke the sandbox. Run again to start a new one.', null, null);
  };
  const used = (program: SchemeProgram): void => {
    open.delete(program);
    open.add(program);
    for (const old of open) {
      if (open.size <= PROGRAMS_KEPT) break;
      open.delete(old);
      old.close();
    }
  };
  const laneOf = (lane: OwnLane): LaneOfScheme => {
    const known = lanes.get(lane) ?? new LaneOfScheme(lane, opened, used);
    lanes.set(lane, known);
    return known;
  };
  return {
    check: (lane) => void laneOf(lane).program(false),
    start: (lane, context, traced) => new SchemeRun(laneOf(lane), context, traced),
  };
}

/** The programs of a lane: the one that decides, and one that notes its lines for Why?. */
class LaneOfScheme {
  readonly #code: string;
  readonly #opened: (code: string, traced: boolean) => SchemeProgram;
  readonly #used: (program: SchemeProgram) => void;
  #deciding: SchemeProgram | null = null;
  #tracing: SchemeProgram | null = null;
  #runs = 0;

  constructor(
    { code }: OwnLane,
    opened: (code: string, traced: boolean) => SchemeProgram,
    used: (program: SchemeProgram) => void,
  ) {
    this.#code = code;
    this.#opened = opened;
    this.#used = used;
  }

  /** @throws {OwnCodeError} */
  program(traced: boolean): SchemeProgram {
    let program = traced ? this.#tracing : this.#deciding;
    if (program?.isOpen !== true) {
      program = this.#opened(this.#code, traced);
      if (traced) this.#tracing = program;
      else this.#deciding = program;
    }
    this.#used(program);
    return program;
  }

  /** One for a single request. @throws {OwnCodeError} */
  alone(): SchemeProgram {
    return this.#opened(this.#code, false);
  }

  /** @returns the number of a run that begins, from 1 */
  begun(): number {
    return ++this.#runs;
  }
}

class SchemeRun implements OwnRun {
  readonly #lane: LaneOfScheme;
  readonly #traced: boolean;
  /** Its number among all runs of the lane. */
  readonly #number: number;
  readonly #context: OwnContext;
  /** What every step so far was given. */
  readonly #given: Parameters<OwnRun['next']>[] = [];
  /** What it came to, as JSON: only if it is tried alone as well. */
  readonly #steps: string[] | null;

  constructor(lane: LaneOfScheme, context: OwnContext, traced: boolean) {
    this.#lane = lane;
    this.#traced = traced;
    this.#number = lane.begun();
    this.#context = context;
    this.#steps = !traced && TRIED_ALONE.has(this.#number) ? [] : null;
  }

  next(...given: Parameters<OwnRun['next']>): OwnStep {
    const program = this.#lane.program(this.#traced);
    const place = this.#given.push(given) - 1;
    if (place > MAX_YIELDS) throw new OwnCodeError(ENDLESS, program.lineOfDecide, null);
    // Those of the run before.
    if (place === 0) program.lines();
    const step = this.#stepIn(program, place) ?? this.#repeated(program);
    if (this.#steps === null) return step;
    this.#steps.push(JSON.stringify(step));
    if (step.kind === 'd' || step.kind === 'u') this.#tryAlone(this.#steps);
    return step;
  }

  /** Null if the program does not remember the run. */
  #stepIn(program: SchemeProgram, place: number): OwnStep | null {
    const [reply, local] = this.#given[place] as Parameters<OwnRun['next']>;
    if (place === 0) return program.begin(this.#number, this.#context, local);
    return program.resume(this.#number, reply, local);
  }

  /** The generator is gone, with its program or after very many others: it is made again, and gets the same replies. */
  #repeated(program: SchemeProgram): OwnStep {
    const steps = this.#given.map((_, place) => this.#stepIn(program, place));
    const step = steps.at(-1) ?? null;
    if (step === null) throw new TypeError('a generator is gone while it runs');
    return step;
  }

  /** @throws {OwnCodeError} if a program that has decided nothing else takes other steps */
  #tryAlone(steps: readonly string[]): void {
    const program = this.#lane.alone();
    try {
      for (const [place, step] of steps.entries())
        if (JSON.stringify(this.#stepIn(program, place)) !== step)
          throw new OwnCodeError(OUTSIDE, program.lineOfDecide, null);
    } finally {
      program.close();
    }
  }

  lines(): readonly number[] {
    return this.#lane.program(this.#traced).lines();
  }
}
