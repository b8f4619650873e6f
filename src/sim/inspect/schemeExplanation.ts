/** Explains the answer of a distributed lane in words and by the lines of pseudo-code that were executed. */
import { StoreError } from '../cluster/command.ts';
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
  // Without a decision no program ran.
  if (verdict === DENY_TOO_LARGE && recorder.decision === null && answerPath === 'decided')
    return explainTooLarge(
      costAt(arrivals, request),
      scheme.usesCapacity ? 'capacity' : 'n',
      scheme.maxCost(params),
      code,
    );
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
 * Indexes of the pseudo-code lines that name the commands sent, in order, of the line with the outcome, and of what is
 * computed between them.
 * @param outcome null if the program reached none
 */
function executedLinesOf(code: readonly string[], sent: readonly string[], outcome: 'allow' | 'deny' | null): number[] {
  const executedLines = new Set<number>();
  let last = -1;
  const markExecuted = (word: string): void => {
    const named = (line: string): boolean => new RegExp(`\\b${word}\\b`).test(line);
    const later = code.findIndex((line, index) => index > last && named(line));
    // A loop may go back to an earlier line; one line may contain several commands.
    const index = last >= 0 && named(code[last] as string) ? last : later >= 0 ? later : code.findIndex(named);
    if (index < 0) return;
    executedLines.add(index);
    last = index;
  };
  for (const name of sent) markExecuted(name);
  if (outcome !== null) markExecuted(outcome);
  return [...code.keys()].filter(
    (index) => executedLines.has(index) || (isComputedFrom(code[index] as string, sent) && isBetween(index)),
  );

  /** Whether a line before it and one after it are executed, in the same branch. */
  function isBetween(index: number): boolean {
    const indent = indentOf(code[index] as string);
    return [-1, 1].every((step) => {
      for (let at = index + step; at in code && indentOf(code[at] as string) >= indent; at += step)
        if (executedLines.has(at) && indentOf(code[at] as string) === indent) return true;
      return false;
    });
  }
}

/** Whether a line assigns a value, of what was sent if it needs a command. */
function isComputedFrom(line: string, sent: readonly string[]): boolean {
  const commands = line.match(/\b[A-Z]{3,}\b/g) ?? [];
  return /^\s*[\w, ]+ = /.test(line) && commands.every((command) => sent.includes(command));
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

function answerPathSentence(answerPath: AnswerPath, { timeout }: SchemePlan, error: Error | null): string {
  const storeProblem =
    error instanceof StoreError
      ? `The store returned an error: ${error.message}.`
      : `The store did not answer within ${formatSeconds(timeout)} (${error?.message ?? 'nothing was sent'}).`;
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
