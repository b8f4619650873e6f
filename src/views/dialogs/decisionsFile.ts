/** The decisions of lanes as one file, asked for piece by piece: a million rows are never one text. */
import { completeDocument, type DecisionFormat, type DecisionText, type Scenario } from '../../sim/index.ts';
import { laneName } from '../text/laneText.ts';

/** Rows of a piece: some megabytes. */
const ROWS_PER_PIECE = 20_000;

export interface DecisionsFileJob {
  readonly scenario: Scenario;
  /** Lanes from 0 that could run, and how many requests each received. */
  readonly lanes: readonly { readonly index: number; readonly requests: number }[];
  readonly format: DecisionFormat;
  /** Null if the run is gone. */
  readonly ask: (lane: number, from: number, to: number) => Promise<DecisionText | null>;
  /** Rows that are there. */
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** The parts of the file in order, which a browser may keep on its disk; null if it was cancelled, or if the run is gone. */
export async function decisionsFile(job: DecisionsFileJob): Promise<readonly Blob[] | null> {
  const { scenario, lanes, format, ask, onProgress, signal } = job;
  const parts: Blob[] = [];
  const add = (text: string): void => void parts.push(new Blob([text]));
  let done = 0;
  if (format === 'json') add(`{"version":1,"scenario":${JSON.stringify(completeDocument(scenario))},"lanes":[`);
  for (const [place, { index, requests }] of lanes.entries()) {
    if (format === 'json') add(`${place === 0 ? '' : ','}\n${laneHead(scenario, index)}`);
    // One piece at least: it has the head of the table.
    for (let from = 0; from === 0 || from < requests; from += ROWS_PER_PIECE) {
      const answer = await ask(index, from, from + ROWS_PER_PIECE);
      if (answer === null || signal.aborted) return null;
      if (format === 'csv' && parts.length === 0) add(`${answer.head}\n`);
      if (format === 'json' && from > 0) add(',\n');
      add(answer.text);
      done += Math.min(ROWS_PER_PIECE, requests - from);
      onProgress(done);
    }
    if (format === 'json') add(']}');
  }
  if (format === 'json') add(']}\n');
  return parts;
}

/** As the command line begins a lane. */
function laneHead({ lanes }: Scenario, index: number): string {
  const lane = lanes[index];
  if (lane === undefined) throw new RangeError(`There is no lane ${index}`);
  const { limiter, edition } = lane;
  return `${JSON.stringify({ limiter, edition, label: laneName(lane) }).slice(0, -1)},"requests":[\n`;
}
