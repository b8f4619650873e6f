/** The decisions of a run, as the page and `simulate --format csv` write them: the requests of one lane, with its answers. */
import { withChoices } from '../fieldNames.ts';
import { csvReader, namesColumns } from './csv.ts';
import { recordsOf } from './delimitedRows.ts';
import type { LogFormat } from './format.ts';

/** Of those that every such file has. */
const COLUMNS = ['lane', 'limiter', 'request', 'at', 'key', 'cost', 'outcome'];
/** What a spreadsheet would compute, the page writes behind an apostrophe. */
const FORMULA = /^'(?=[=+\-@\t\r])/;

export const decisions: LogFormat = {
  id: 'decisions',
  name: 'decisions of Spillway',
  recognises: (head) => namesColumns(head, COLUMNS),
  isOnlyHeader: ({ lines }) => lines.length === 1,
  open({ lines }, context) {
    const [names = [], first = []] = recordsOf(lines.slice(0, 2), ',');
    const [lane, limiter, key, outcome] = ['lane', 'limiter', 'key', 'outcome'].map((name) => names.indexOf(name)) as [
      number,
      number,
      number,
      number,
    ];
    const mapping = withChoices(
      {
        time: 'at',
        timeIs: 'arrival',
        duration: null,
        durationUnit: 's',
        fields: { address: null, user: 'key', method: null, path: null, status: 'status', bytes: null, agent: null },
      },
      context.choices.mapping,
      names,
    );
    // A run counts microseconds, also where all its requests come at whole seconds.
    context.stamps.digits = 6;
    context.stamps.hasFraction = true;
    context.finding({
      kind: 'decisions',
      sentence: `The requests are those of lane ${first[lane]}, ${first[limiter]}; what other lanes in the file decided is left out. The status is 429 for a request that the lane denied, else 200. Times count from the start of the run, which is shown as the start of 1970; what a request costs is in the field cost.`,
    });
    const derived = new Map([
      ['status', (row: readonly string[]) => row[outcome] && (row[outcome] === 'deny' ? '429' : '200')],
      ['key', (row: readonly string[]) => row[key]?.replace(FORMULA, '')],
    ]);
    const layout = { names, headerLines: 1, delimiter: ',', mapping, derived };
    return csvReader(layout, context, (row) => row[lane] === first[lane]);
  },
};
