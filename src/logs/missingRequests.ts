/** Why a log may not hold the requests that there would be: a limiter was at work, or only a sample of them was logged. */
import { counted, type Finding } from './finding.ts';
import type { LogTable } from './logTable.ts';

/** @param rows those that are used; null for all */
export function missingRequestFindings(table: LogTable, rows: Uint32Array | null): readonly Finding[] {
  return [...statusFindings(table, rows), ...samplingFindings(table)];
}

/** A log that a limiter has shaped already. */
function statusFindings(table: LogTable, rows: Uint32Array | null): readonly Finding[] {
  // Of a run whose clients do not react to answers, all requests are known.
  const hasTries = [...table.columns.keys(), ...table.otherColumns].includes('try');
  if (table.format === 'decisions' && !hasTries) return [];
  const name = table.mapping.fields.status;
  const column = name === null ? undefined : table.columns.get(name);
  if (column === undefined) return [];
  const code = Array.from({ length: column.values.size }, (_, each) => column.values.text(each)).indexOf('429');
  if (code < 0) return [];
  let refused = 0;
  if (rows === null) for (const each of column.codes) refused += Number(each === code);
  else for (const row of rows) refused += Number(column.codes[row] === code);
  if (refused === 0) return [];
  return [
    {
      kind: 'already-limited',
      sentence: `${counted(refused, 'request')} ${refused === 1 ? 'was' : 'were'} answered 429: a limiter was already at work. Clients that it refused tried again or gave up, so without it other requests would have come, and every share of refusals is an estimate. To go through those that a lane would decide otherwise, let status=429 count as bad, and see Fairness.`,
    },
  ];
}

const SAMPLING = /^(?:sample_?(?:rate|interval|ratio)|sampling_?(?:rate|ratio|fraction))$/i;

/** A log that has only some of the requests. */
function samplingFindings({ columns }: LogTable): readonly Finding[] {
  for (const { name, values } of columns.values()) {
    if (!SAMPLING.test(name.slice(name.lastIndexOf('.') + 1))) continue;
    const rates = Array.from({ length: values.size - 1 }, (_, index) => values.text(index + 1));
    const rate = rates.find((text) => Number(text) !== 1);
    if (rate !== undefined)
      return [
        {
          kind: 'sampled',
          sentence: `The log is sampled (${name} ${rate}): requests between those it holds are missing, so bursts look smaller, and fewer requests are refused here than would really be. Use an unsampled log to choose a limit.`,
        },
      ];
  }
  return [];
}
