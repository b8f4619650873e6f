/** Users' schemes: one program for each text, which is kept for as long as it is among the last that ran. */
import { OwnCodeError, type OwnContext, type OwnRun, type OwnStep, type SchemeMachine } from '../../sim/index.ts';
import { isUsable, type QuickJsInstance } from '../quickJsInstance.ts';
import { SchemeProgram } from './schemeProgram.ts';

const PROGRAMS_KEPT = 16;

const machines = new WeakMap<QuickJsInstance, SchemeMachine>();

/** The machine for users' schemes in that instance: the same one as long as the instance is. */
export function schemesIn(instance: QuickJsInstance): SchemeMachine {
  const machine = machines.get(instance) ?? machineIn(instance);
  machines.set(instance, machine);
  return machine;
}

function machineIn(instance: QuickJsInstance): SchemeMachine {
  let runs = 0;
  const programs = new Map<string, SchemeProgram>();
  const programOf = (code: string, traced: boolean): SchemeProgram => {
    const name = `${traced} ${code}`;
    let program = programs.get(name);
    programs.delete(name);
    if (program?.isOpen !== true) {
      if (!isUsable(instance))
        throw new OwnCodeError('Another program broke the sandbox. Run again to start a new one.', null, null);
      program = new SchemeProgram(instance, code, traced);
    }
    // The last one used comes last.
    programs.set(name, program);
    if (programs.size > PROGRAMS_KEPT) {
      const [oldest, old] = [...programs][0] as [string, SchemeProgram];
      programs.delete(oldest);
      old.close();
    }
    return program;
  };
  return {
    check: (code) => void programOf(code, false),
    start: (code, context, traced) => new SchemeRun(() => programOf(code, traced), ++runs, context),
  };
}

class SchemeRun implements OwnRun {
  readonly #program: () => SchemeProgram;
  /** Its number among all runs of this machine. */
  readonly #number: number;
  readonly #context: OwnContext;
  /** What every step so far was given. */
  readonly #given: Parameters<OwnRun['next']>[] = [];

  constructor(program: () => SchemeProgram, number: number, context: OwnContext) {
    this.#program = program;
    this.#number = number;
    this.#context = context;
  }

  next(...given: Parameters<OwnRun['next']>): OwnStep {
    const program = this.#program();
    const first = this.#given.length === 0;
    this.#given.push(given);
    if (first) {
      // Those of the run before.
      program.lines();
      return program.begin(this.#number, this.#context, given[1]);
    }
    return program.resume(this.#number, ...given) ?? this.#repeated(program);
  }

  /** The generator is gone, with its program or after very many others: it is made again, and gets the same replies. */
  #repeated(program: SchemeProgram): OwnStep {
    let step: OwnStep | null = null;
    for (const [place, [reply, local]] of this.#given.entries()) {
      step =
        place === 0 ? program.begin(this.#number, this.#context, local) : program.resume(this.#number, reply, local);
    }
    if (step === null) throw new TypeError('a generator is gone while it runs');
    return step;
  }

  lines(): readonly number[] {
    return this.#program().lines();
  }
}
