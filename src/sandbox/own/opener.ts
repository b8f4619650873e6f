/** Opens users' limiters in a machine: each text once. */
import { OwnCodeError, type OwnProgram } from '../../sim/index.ts';
import { SCRIPT_BUDGET, type ScriptBudget } from '../limits.ts';
import { isUsable, type QuickJsInstance } from '../quickJsInstance.ts';
import { brokenSandbox, QuickJsProgram } from './program.ts';

/** As a script's, but for a single request: there may be any number of them. */
const OWN_BUDGET: ScriptBudget = { ...SCRIPT_BUDGET, totalSteps: Infinity };

type Opened = QuickJsProgram | OwnCodeError;

/** By machine and text. A program that does not run is remembered, too: many settings may be tried with it. */
const opened = new WeakMap<QuickJsInstance, Map<string, Opened>>();

/** @param onWork called several times a second while a program runs */
export function programOpener(instance: QuickJsInstance, onWork: () => void): (code: string) => OwnProgram {
  const known = opened.get(instance) ?? new Map<string, Opened>();
  opened.set(instance, known);
  return (code) => {
    let program = known.get(code);
    if (program === undefined) {
      program = open(instance, code, onWork);
      known.set(code, program);
    }
    if (program instanceof OwnCodeError) throw program;
    return program;
  };
}

function open(instance: QuickJsInstance, code: string, onWork: () => void): Opened {
  if (!isUsable(instance)) return brokenSandbox();
  try {
    return new QuickJsProgram(instance, code, { ...OWN_BUDGET, onWork });
  } catch (error) {
    if (error instanceof OwnCodeError) return error;
    throw error;
  }
}
