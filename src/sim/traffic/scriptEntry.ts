/** `script`: requests that a program sends from its top level, with the entry's keys and costs where it gives none. */
import { commonFields, kindField, MAX_RATE, type EntryFields } from '../scenario/entryFields.ts';
import { record, required, text } from '../scenario/schema.ts';
import { pluralize } from '../numberFormat.ts';
import { MAX_LISTED_INSTANTS, roundToFormat } from './conversion.ts';
import { costsForEntry } from './costs.ts';
import { keysForEntry } from './keys.ts';
import type { ConversionSource, TrafficKind } from './kind.ts';
import { sortedByTime, type EntryArrivals } from './merge.ts';
import { NO_KEY, type SentRequests } from './script.ts';

export interface ScriptEntry extends EntryFields {
  readonly kind: 'script';
  readonly code: string;
}

export const script: TrafficKind<ScriptEntry> = {
  kind: 'script',
  schema: record<ScriptEntry>({ kind: kindField('script'), code: required(text(0, 1_000_000)), ...commonFields }),
  draws: {
    openLoop: false,
    isRandom: () => false,
    // Its requests are only counted once its top level has run.
    count: () => 0,
    arrivals: (entry, { index, seed, script: started }) =>
      started === undefined ? null : scriptArrivals(entry, index, started.sent, seed),
    clients: (_entry, started) => started?.clients ?? 0,
  },
  form: { layout: 'script', fields: [], explanation: () => null },
  words: {
    label: () => 'script',
    description: ({ code }) =>
      `script, ${code.trim() === '' ? 'empty' : pluralize(code.trimEnd().split('\n').length, 'line')}`,
  },
  track: {
    shape: 'box',
    span: (_entry, runEnd) => ({ from: 0, to: runEnd }),
    namesInstants: false,
    lastNamedInstant: () => undefined,
    moved: null,
    ends: null,
  },
  rates: { of: () => [], set: null, count: null },
  conversion: {
    // What a program sends is only known after running it; the limit's own rate is a useful stand-in.
    pace: (_entry, { end, limit }) => ({ from: 0, count: Math.min(MAX_RATE, limit * end), rate: roundToFormat(limit) }),
    instants: () => null,
    create: (source) => ({ ...source.common, kind: 'script', code: programFor(source) }),
  },
};

/** A program that sends the entry's requests: a list of instants if they are specified and few, otherwise a loop at its rate. */
function programFor({ pace: { from, to, rate }, instants, namesInstants }: ConversionSource): string {
  if (namesInstants && instants !== null && instants.length <= MAX_LISTED_INSTANTS)
    return `for (const at of [${instants.join(', ')}]) send(at);\n`;
  const at = from === 0 ? `k / ${rate}` : `${from} + k / ${rate}`;
  return `for (let k = 0; ${at} < ${to ?? 'duration'}; k++) {\n  send(${at});\n}\n`;
}

/** Draws the entry's own key and cost for every request, even where the script gives them, so that giving one changes no other. */
function scriptArrivals(entry: ScriptEntry, index: number, sent: SentRequests, seed: number): EntryArrivals {
  const { at } = sent;
  const ownKeys = keysForEntry(entry, at.length, seed);
  const ownCost = costsForEntry(entry, at.length, seed);
  const namedCount = sent.keys.length;
  const names = {
    count: namedCount + ownKeys.names.count,
    name: (number: number) =>
      number < namedCount ? (sent.keys[number] as string) : ownKeys.names.name(number - namedCount),
  };
  const key = sent.key.map((number, i) => (number === NO_KEY ? namedCount + (ownKeys.key?.[i] ?? 0) : number));
  const cost =
    sent.cost.some((one) => one !== 0) || ownCost !== null
      ? sent.cost.map((one, i) => one || (ownCost?.[i] ?? 1))
      : null;
  return sortedByTime({ entry: index, at, names, key: names.count === 1 ? null : key, cost, jobs: null });
}
