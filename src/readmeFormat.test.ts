/** The references of the format and of what a run prints name every field that there is, with its default, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAndFormat } from './cli/formats.ts';
import {
  convertEntry,
  packRecording,
  parseScenario,
  scenarioOf,
  type Problem,
  type Scenario,
  type TrafficEntry,
} from './sim/index.ts';

const reference = ['sim/scenario', 'cli']
  .map((folder) => readFileSync(join(import.meta.dirname, folder, 'README.md'), 'utf8'))
  .join('\n');

/** The rows of the tables under a heading, without their heads. */
function tablesUnder(heading: string): readonly (readonly (readonly string[])[])[] {
  const [, section = ''] = reference.split(`\n## ${heading}\n`);
  const text = section.split(/\n#+ /)[0] as string;
  return [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim())),
  );
}

const nameIn = (cell: string): string => /^`(.*)`$/.exec(cell)?.[1] ?? cell;

function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [rows, ...others] = tablesUnder(heading);
  if (rows === undefined || others.length > 0) throw new TypeError(`There is not one table under ${heading}.`);
  return rows;
}

/** What is wrong with a document. */
function problemsOf(document: unknown): readonly Problem[] {
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems;
}

/** The fields that a record may have, as the error about an unknown one lists them. @param within makes a document of it */
function fieldsOf(record: object, within: (record: object) => object): readonly string[] {
  const problem = problemsOf(within({ ...record, nonsense: 1 })).find(({ actual }) => actual === 'not a known field');
  return (problem?.expected ?? '').split(/, | or /);
}

/** Holds each field's last column against what a record without it has. */
/** Defaults that are no value: they depend on what else there is. */
const DEFAULTS_IN_WORDS = ['the least that is free', 'its own time', 'that of `data`'];

function expectDefaults(
  rows: readonly (readonly [field: string, initial: string])[],
  record: object,
  within: (record: object) => object,
  read: (scenario: Scenario) => unknown,
): void {
  const value = read(scenarioOf(within(record))) as Readonly<Record<string, unknown>>;
  for (const [field, initial] of rows) {
    if (initial === 'required') {
      const { [field]: _, ...without } = record as Record<string, unknown>;
      expect([field, problemsOf(within(without)).map(({ actual }) => actual)]).toEqual([field, ['missing']]);
    } else if (initial === '–' && !(field in record)) expect([field, value[field]]).toEqual([field, undefined]);
    else if (initial.startsWith('`')) expect([field, value[field]]).toEqual([field, JSON.parse(nameIn(initial))]);
    else if (initial !== '–') expect([field, DEFAULTS_IN_WORDS]).toEqual([field, expect.arrayContaining([initial])]);
  }
}

interface Kind {
  readonly kind: string;
  /** Each with its default, if it has one. */
  readonly fields: readonly (readonly [field: string, initial: string | undefined])[];
}

/** `uniform` (from 0, to), as a cell names kinds of a record and the fields of each. */
function kindsIn(cell: string): readonly Kind[] {
  const [, list = ''] = cell.split(' fields: ');
  return [...list.matchAll(/`([\w-]+)`(?: \(([^)]+)\))?/g)].map(([, kind = '', fields]) => ({
    kind,
    fields: (fields?.split(', ') ?? []).map((field) => {
      const [name = '', initial] = field.split(' ');
      return [name, initial] as const;
    }),
  }));
}

/** Holds what a cell says against the kinds that there are. @param needed what a record of any kind must have @param read finds it */
function expectKinds(
  cell: string,
  tag: string,
  within: (record: object) => object,
  needed: object,
  read: (scenario: Scenario) => unknown,
): void {
  const kinds = kindsIn(cell);
  expect(kinds.map(({ kind }) => kind)).toEqual(wordsOf(within({ [tag]: 'no' })));
  for (const { kind, fields } of kinds) {
    const record = { [tag]: kind };
    expect([tag, ...fields.map(([field]) => field)]).toEqual(fieldsOf(record, within));
    const initial = fields.filter((field): field is readonly [string, string] => field[1] !== undefined);
    if (initial.length === 0) continue;
    const own = Object.fromEntries(
      Object.entries(needed).filter(([name]) => fields.some(([field, value]) => field === name && value === undefined)),
    );
    const value = read(scenarioOf(within({ ...record, ...own }))) as Readonly<Record<string, unknown>>;
    for (const [field, text] of initial) expect([kind, field, value[field]]).toEqual([kind, field, JSON.parse(text)]);
  }
}

/** The words that a field may be, as the error about another lists them. */
function wordsOf(document: object): readonly string[] {
  const [problem] = problemsOf(document);
  return [...(problem?.expected ?? '').matchAll(/"([\w-]+)"/g)].map(([, word]) => word as string);
}

describe('the fields of', () => {
  const plain = (heading: string) =>
    rowsUnder(heading).map(([field = '', , initial = '']) => [nameIn(field), initial] as const);

  it('a scenario', () => {
    const rows = plain('A scenario');
    expect(rows.map(([field]) => field)).toEqual(fieldsOf({}, (record) => record));
    expectDefaults(
      rows,
      {},
      (record) => record,
      (scenario) => scenario,
    );
  });

  it('a lane', () => {
    const rows = plain('A lane');
    const within = (lane: object) => ({ lanes: [lane] });
    expect(rows.map(([field]) => field)).toEqual(fieldsOf({ limiter: 'stack' }, within));
    expectDefaults(rows, { limiter: 'gcra' }, within, ({ lanes }) => lanes[0]);
  });

  it('a cluster, with each kind of latency and fault', () => {
    const rows = plain('A cluster');
    const within = (cluster: object) => ({ cluster });
    expect(rows.map(([field]) => field)).toEqual(fieldsOf({}, within));
    expectDefaults(rows, {}, within, ({ cluster }) => cluster);

    const cellOf = (wanted: string) => rowsUnder('A cluster').find(([field]) => field === `\`${wanted}\``)?.[1] ?? '';
    expectKinds(
      cellOf('latency'),
      'kind',
      (latency) => within({ latency }),
      { to: 1 },
      ({ cluster }) => cluster?.latency,
    );
    expectKinds(
      cellOf('faults'),
      'kind',
      (fault) => within({ faults: [fault] }),
      { node: 0, at: 0, command: 'GET', factor: 2 },
      ({ cluster }) => cluster?.faults[0],
    );
  });
});

describe('the fields of traffic', () => {
  const rows = rowsUnder('Traffic').map(([kinds = '', field = '', , initial = '']) => ({
    appliesTo: (kind: string): boolean => {
      const isNamed = kinds.includes(`\`${kind}\``);
      return kinds.startsWith('all but') ? !isNamed : kinds === 'all' || isNamed;
    },
    field: nameIn(field),
    initial,
  }));
  const columns = { at: Float64Array.of(0), client: new Uint32Array(1), costAndBad: Uint32Array.of(1) };
  /** What a kind must have where the page makes no entry of it, or another field stands for one that is required. */
  const needed: Readonly<Record<string, object>> = {
    clients: { rate: 1 },
    script: { code: '' },
    recording: { data: packRecording(columns) },
  };
  const steady = scenarioOf({ traffic: [{ kind: 'steady', rate: 1 }] }).traffic[0] as TrafficEntry;
  /** The required fields of an entry of a kind. */
  const leastOf = (kind: string): object => {
    const isRequired = ([field]: [string, unknown]): boolean =>
      rows.some((row) => row.field === field && row.initial === 'required' && row.appliesTo(kind) && field !== 'kind');
    const entry = convertEntry(steady, kind as TrafficEntry['kind'], { end: 10, limit: 1 });
    return Object.fromEntries(Object.entries(entry).filter(isRequired));
  };
  const within = (entry: object) => ({ traffic: [entry] });

  it.each(wordsOf(within({ kind: 'no' })))('%s', (kind) => {
    const record = { kind, ...(needed[kind] ?? leastOf(kind)) };
    // What is said of one kind comes after what is said of all.
    const own = new Map(
      rows.filter(({ appliesTo }) => appliesTo(kind)).map(({ field, initial }) => [field, initial] as const),
    );
    expect([...own.keys()].sort(), `the rows of ${kind} under Traffic in src/sim/scenario/README.md`).toEqual(
      [...fieldsOf(record, within)].sort(),
    );
    expectDefaults([...own], record, within, ({ traffic }) => traffic[0]);
  });

  it('of clients, with each strategy', () => {
    const cell = rowsUnder('Traffic').find(([, field]) => field === '`retry`')?.[2] ?? '';
    expectKinds(
      cell,
      'strategy',
      (retry) => within({ kind: 'clients', ...(isSelfPaced(retry) ? {} : { rate: 1 }), retry }),
      {},
      ({ traffic: [entry] }) => (entry?.kind === 'clients' ? entry.retry : undefined),
    );
  });
});

/** Clients that set their own pace may have no rate. */
const isSelfPaced = (retry: object): boolean => 'strategy' in retry && /careless|abuser/.test(String(retry.strategy));

describe('the fields of what a run prints', () => {
  const [ofRequests, ofSummaries] = tablesUnder('What a run prints').map((table) =>
    table.map(([field = '', , where = '']) => ({ field: nameIn(field), where })),
  );
  const printed = async (document: object, format: 'json' | 'csv'): Promise<string> => {
    const { chunks } = await runAndFormat(scenarioOf(document), format, null);
    return [...chunks].join('');
  };
  const plain = { traffic: [{ kind: 'steady', rate: 1 }], lanes: [{ limiter: 'gcra' }] };
  const full = {
    cluster: {},
    traffic: [
      { kind: 'clients', rate: 0.1, label: 'bad', retry: { strategy: 'backoff' } },
      { kind: 'steady', rate: 1, key: 'b' },
    ],
    lanes: [{ limiter: 'redis-incr' }],
  };

  it.each([
    ['a plain run', plain, ['always']],
    ['a run of clients on nodes', full, null],
  ])('in %s', async (_, document, wheres) => {
    const { lanes, ...others } = JSON.parse(await printed(document, 'json')) as {
      readonly lanes: readonly [{ readonly requests: readonly object[]; readonly summary: object }];
    };
    expect(Object.keys(others)).toEqual(['version', 'scenario']);
    const [lane] = lanes;
    expect(Object.keys(lane)).toEqual(['limiter', 'edition', 'label', 'requests', 'summary']);
    const named = (table: typeof ofRequests) =>
      (table ?? []).filter(({ where }) => wheres === null || wheres.includes(where)).map(({ field }) => field);
    const seen = [...new Set(lane.requests.flatMap((request) => Object.keys(request)))];
    expect(seen.sort()).toEqual(named(ofRequests).sort());
    expect(Object.keys(lane.summary).sort()).toEqual(named(ofSummaries).sort());
    const head = ((await printed(document, 'csv')).split('\n')[0] as string).split(',');
    expect(head.sort()).toEqual(['lane', 'request', 'limiter', 'edition', 'label', ...named(ofRequests)].sort());
  });
});
