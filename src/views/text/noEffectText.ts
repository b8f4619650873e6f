/** Why a part of the scenario has no effect in its run. */
import {
  ANSWER_FIELDS,
  crashPointsOf,
  isIntervalFault,
  joinWithAnd,
  nodeName,
  type Cluster,
  type Fault,
  type Lane,
  type TrafficEntry,
} from '../../sim/index.ts';
import { formatSeconds } from '../format/time.ts';

/** Why a phase has no effect; null if it may have one. `end` in seconds. */
export function phaseNoEffectText(index: number, entry: TrafficEntry, end: number): string | null {
  if (!('from' in entry)) return null;
  const nothing = 'It has no effect in this run.';
  if (entry.from >= end)
    return `Phase ${index + 1} begins at ${formatSeconds(entry.from)}; the run ends at ${formatSeconds(end)}. ${nothing}`;
  if (entry.to !== undefined && entry.to <= entry.from)
    return `Phase ${index + 1} ends at ${formatSeconds(entry.to)}, where it begins. ${nothing}`;
  return null;
}

/** Comments and strings. */
const NOT_CODE = /\/\/.*|\/\*[^]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/g;
/** The name that a script gives to an answer, or the fields that it takes out of one. */
const ANSWER = /(?:(?<![\w$])([\w$]+)|\{([^{}]*)\})\s*=\s*yield\s+request\b/g;

/** What a script reads of answers, by the looks of it. */
function readsOfAnswers(code: string): readonly string[] {
  const answers = [...code.matchAll(ANSWER)];
  const taken = answers.flatMap(([, , fields = '']) => fields.split(',').map((field) => field.replace(/[:=].*/s, '')));
  const names = [...new Set(answers.flatMap(([, name = []]) => name))].map((name) => name.replaceAll('$', '\\$'));
  if (names.length === 0) return taken.map((field) => field.trim());
  const read = new RegExp(`(?<![\\w$.])(?:${names.join('|')})\\??\\.([\\w$]+)`, 'g');
  return [...taken.map((field) => field.trim()), ...Array.from(code.matchAll(read), ([, field = '']) => field)];
}

/** A call for which a client has to yield, as a statement: its value is dropped. A method of that name has a body instead. */
const DROPPED_CALL = /(?:^|[;{})]|\belse\b)\s*(request|sleep|sleepUntil)\s*\([^()]*\)(?!\s*\{)/;

/** What in a script does nothing, or decides nothing: a call without `yield`, or a field that no answer has. Null if there is none. */
export function scriptNoteText(index: number, entry: TrafficEntry): string | null {
  if (entry.kind !== 'script') return null;
  const code = entry.code.replace(NOT_CODE, ' ');
  const [, dropped] = DROPPED_CALL.exec(code) ?? [];
  if (dropped !== undefined)
    return `Phase ${index + 1} calls ${dropped}() without yield, which does nothing. In a client, it is yield ${dropped}(…).`;
  const unknown = unknownFieldIn(code);
  if (unknown === undefined) return null;
  return `Phase ${index + 1} reads “${unknown}” from an answer, but an answer has only ${joinWithAnd(ANSWER_FIELDS)}.`;
}

function unknownFieldIn(code: string): string | undefined {
  const known: readonly string[] = ANSWER_FIELDS;
  return readsOfAnswers(code).find(
    (field) =>
      /^\w+$/.test(field) &&
      !known.includes(field) &&
      // All objects have it, or the script has put it there.
      !(field in {}) &&
      !new RegExp(`\\b${field}\\s*(?::|=(?!=))`).test(code),
  );
}

interface NoEffect {
  readonly sentence: string;
  /** In a list of faults, after the fault's own words. */
  readonly note: string;
}

const NO_EFFECT_NOTE = ', no effect in this run';

/** Null if a fault may have an effect. `end` in seconds. */
function faultNoEffect(
  fault: Fault,
  index: number,
  end: number,
  lanes: readonly Lane[],
  cluster: Cluster,
): NoEffect | null {
  const name = `Fault ${index + 1}`;
  const nothing = (sentence: string): NoEffect => ({
    sentence: `${name} ${sentence}. It has no effect in this run.`,
    note: NO_EFFECT_NOTE,
  });
  const begins = `${name} begins at ${formatSeconds(fault.at)}`;
  if (fault.at >= end)
    return {
      sentence: `${begins}; the run ends at ${formatSeconds(end)}. Nothing runs until one of the two is changed.`,
      note: ', after the run ends',
    };
  const until = isIntervalFault(fault) ? fault.until : undefined;
  if (until === fault.at) return nothing(`ends at ${formatSeconds(until)}, where it begins`);
  if (fault.kind === 'store-slow' && fault.factor === 1) return nothing('has a factor of 1, which slows nothing down');
  if (fault.kind === 'crash-after' && !crashPointsOf(lanes).includes(fault.command))
    return nothing(`comes between ${fault.command} and the next message; no lane sends one after it`);
  if (!('node' in fault)) return null;
  const { node } = fault;
  const { faults } = cluster;
  // Nodes that are added have the numbers after the others, by their instants.
  const added = faults.flatMap((other) => (other.kind === 'node-added' ? [other.at] : [])).toSorted((a, b) => a - b);
  const addedAt = added[node - cluster.nodes];
  // One that is down when it is added stays down.
  if (addedAt !== undefined && until !== undefined && until <= addedAt)
    return nothing(`ends at ${formatSeconds(until)}; ${nodeName(node)} is added at ${formatSeconds(addedAt)}`);
  const removed = faults.find((other) => other.kind === 'node-removed' && other.node === node && other.at < fault.at);
  if (removed === undefined) return null;
  // Not "no effect": it may still be deciding on what it got before.
  return {
    sentence: `${begins}; ${nodeName(node)} is removed at ${formatSeconds(removed.at)}, and gets no requests from then on.`,
    note: `, after ${nodeName(node)} is removed`,
  };
}

/** Why a fault has no effect; null if it may have one. `end` in seconds. */
export function faultNoEffectText(...of: Parameters<typeof faultNoEffect>): string | null {
  return faultNoEffect(...of)?.sentence ?? null;
}

/** The same in a list of faults, after the fault's own words; empty if it may have an effect. */
export function faultNote(...of: Parameters<typeof faultNoEffect>): string {
  return faultNoEffect(...of)?.note ?? '';
}
