/** Explains the answer of a distributed lane in words and by the lines of pseudo-code that were executed. */
import { StoreError } from '../cluster/command.ts';
import { GaveUpError } from '../cluster/gaveUpError.ts';
import { explainTooLarge, type Explanation } from '../limiters/limiter.ts';
import { DENY_TOO_LARGE, isDenied } from '../verdict.ts';
import { ANSWER_PATHS, type AnswerPath } from '../metrics/trace.ts';
import { costAt } from '../arrivals.ts';
import { formatSeconds } from '../numberFormat.ts';
import type { SchemePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { SequenceRecorder } from './sequenceRecorder.ts';

/** @param recorder that has observed the request */
export function explanationOf(
  { plan, arrivals, verdicts, cluster }: SchemeRun,
  request: number,
  recorder: SequenceRecorder,
): Explanation {
  const { algorithm: scheme, params } = plan;
  const verdict = verdicts[request] as number;
  const code = scheme.code(params);
  const answerPath = ANSWER_PATHS[cluster.answerPath[request] as number] as AnswerPath;
  // Without a decision no program ran: the node denies before it.
  if (verdict === DENY_TOO_LARGE && recorder.decision === null && answerPath === 'decided') {
    const limitName = scheme.splitsPolicy ? 'share' : scheme.usesCapacity ? 'capacity' : 'n';
    const lines = [`if cost > ${limitName}: deny`, ...code];
    return explainTooLarge(costAt(arrivals, request), limitName, scheme.maxCost(params), lines);
  }
  const { decision, request: schemeRequest } = recorder;
  if (decision === null || schemeRequest === null || (answerPath !== 'decided' && answerPath !== 'in-vain')) {
    const sentence = answerPathSentence(answerPath, plan, recorder.error);
    return {
      verdict,
      sentence,
      condition: '',
      evaluatedCondition: '',
      holds: false,
      code,
      executedLines: executedLinesOf(code, recorder.commandWords, null),
    };
  }
  // That of a server that decided is known to the recorder only.
  const explanation = decision.explanation ?? recorder.explanation ?? undefined;
  const executedLines = executedLinesOf(code, recorder.commandWords, isDenied(verdict) ? 'deny' : 'allow');
  const explained = scheme.explain({ ...decision, ...(explanation && { explanation }) }, schemeRequest.context, params);
  return { code, executedLines, ...explained, verdict };
}

/**
 * Indexes of the pseudo-code lines that name the commands sent, in order, of the line with the outcome, of the conditions
 * that led to them, and of what is computed on the way.
 * @param outcome null if the program reached none
 */
function executedLinesOf(code: readonly string[], sent: readonly string[], outcome: 'allow' | 'deny' | null): number[] {
  const executed = new Set<number>();
  let last = -1;
  const markExecuted = (word: string): void => {
    const pattern = new RegExp(`\\b${word}\\b`);
    const named = (line: string): boolean => pattern.test(line);
    const later = code.findIndex((line, index) => index > last && named(line));
    // A loop may go back to an earlier line; one line may contain several commands.
    const index = last >= 0 && named(code[last] as string) ? last : later >= 0 ? later : code.findIndex(named);
    if (index < 0) return;
    if (index < last) markLoop(last);
    executed.add(index);
    last = index;
  };
  for (const name of sent) markExecuted(name);
  if (outcome !== null) markExecuted(outcome);
  for (const index of executed) {
    const parent = parentOf(code, index);
    if (parent >= 0) executed.add(parent);
  }
  return [...code.keys()].filter((index) => executed.has(index) || (isStep(index) && isOnTheWay(index)));

  /** What sends a program back to an earlier line. */
  function markLoop(from: number): void {
    const index = code.findIndex((line, at) => at > from && line.includes('start over'));
    if (index >= 0) executed.add(index);
  }

  /** Whether a line computes something, and needs no command that was not sent. */
  function isStep(index: number): boolean {
    const line = code[index] as string;
    const commands = line.match(/\b[A-Z][A-Z.]{2,}\b/g) ?? [];
    return (
      !/^\s*(if|else|while|or)\b|\b(allow|deny)\b/.test(line) && commands.every((command) => sent.includes(command))
    );
  }

  /** Whether the program passed a line: its branch was entered, and what comes after it was reached. */
  function isOnTheWay(index: number): boolean {
    const indent = indentOf(code[index] as string);
    const parent = parentOf(code, index);
    if (parent >= 0 && !executed.has(parent)) return false;
    const siblings = [...executed].filter(
      (at) => indentOf(code[at] as string) === indent && parentOf(code, at) === parent,
    );
    if (siblings.some((at) => at > index)) return true;
    // The program left the branch and went on, or the line is a detail of the one above it.
    return siblings.length > 0
      ? [...executed].some((at) => at > index && indentOf(code[at] as string) < indent)
      : outcome !== null && parent >= 0 && isStep(parent);
  }
}

/** The line in whose block a line stands; −1 if in none. */
function parentOf(code: readonly string[], index: number): number {
  const indent = indentOf(code[index] as string);
  let at = index - 1;
  while (at >= 0 && indentOf(code[at] as string) >= indent) at--;
  return at;
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** Why a node decided without the store. */
function storeProblemSentence({ algorithm: scheme, params, timeout }: SchemePlan, error: Error): string {
  if (error instanceof StoreError) return `The store returned an error: ${error.message}.`;
  if (error instanceof GaveUpError) return `The node gave up: ${error.message}.`;
  const silent = scheme.server?.(params) ? 'server' : 'store';
  return `The ${silent} did not answer within ${formatSeconds(timeout)} (${error.message}).`;
}

function answerPathSentence(answerPath: AnswerPath, lane: SchemePlan, error: Error | null): string {
  // Only where the program failed does a node decide without it.
  const storeProblem = error === null ? '' : storeProblemSentence(lane, error);
  return {
    decided: '',
    'in-vain': '',
    died: 'The node died before it answered.',
    'no-node': 'No node takes requests: each is down, removed, or has a weight of 0.',
    refused: `${storeProblem} So the node denies the request.`,
    'let-through': `${storeProblem} So the node admits the request.`,
    'by-itself': `${storeProblem} So the node decides locally, on its share of the limit.`,
  }[answerPath];
}
