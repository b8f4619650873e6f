/**
 * ASP.NET Core, and System.Threading.RateLimiting beneath it. A policy or partition makes its limiter at its first request, and one
 * timer replenishes all of them every 100 ms (DefaultPartitionedRateLimiter.cs): a bucket by what is due since (TokenBucketRateLimiter.cs),
 * while one that a program makes itself gets its tokens by the period.
 */
import { SECOND, type Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { CHOSEN, countsBy, PASSES } from '../commonNotes.ts';
import { tokensOf, type Token } from '../text/lexer.ts';
import { lookUp } from '../text/lookUp.ts';
import { recordsIn, type SettingsRecord } from '../text/records.ts';
import { brief, numberIn, timeIn } from '../values.ts';

const SETTINGS = [
  'PermitLimit',
  'Window',
  'SegmentsPerWindow',
  'TokenLimit',
  'TokensPerPeriod',
  'ReplenishmentPeriod',
  'QueueLimit',
];
/** What a record of settings belongs to is the last of these before it. */
const OWNER = /^(?:(Add|Get)?(FixedWindow|SlidingWindow|TokenBucket|Concurrency)(?:Rate)?Limiter)(?:Options)?$/;

const OTHERS: Readonly<Record<string, string>> = {
  GetNoLimiter: ` ${PASSES}`,
  CreateChained: ': the same requests pass all of its limiters.',
};

interface Owner {
  readonly kind: string;
  /** `Add` for a policy of all clients, `Get` for a partition. */
  readonly how: string;
  /** The name of the policy, or the key of the partition, as it stands there; empty for none. */
  readonly key: string;
  /** Counts what makes partitions, from 0. */
  readonly place: number;
}

/** What makes partitions; of several in one, a request has one. */
const MAKER = /^(AddPolicy|Create|GlobalLimiter|GetPartition)$/;
/** A key that is the same for all. */
const ONE = /^("[^"]*"|string\.Empty|\d+|true|false)$/i;
/** Part of one that is a client's. */
const CLIENT = /user(?!-?agent)|client|address|\bip|connection/i;

export const aspNetCore: ConfigReader = {
  id: 'fixed-window',
  name: 'ASP.NET Core',
  language: 'csharp',
  sign: /\b(Add|Get)?(FixedWindow|SlidingWindow|TokenBucket)(Rate)?Limiter(Options)?\b|\bRateLimitPartition\b/,
  understands: 'options of windows and buckets with numbers, in C# code',
  read(text, findings) {
    const tokens = tokensOf(text, 'slashes');
    for (const { text: word, line } of tokens) {
      const said = lookUp(OTHERS, word);
      if (said !== undefined) findings.problem(line, `${word}${said}`);
    }
    const { ownerAt, choicesAt } = ownersIn(text, tokens);
    for (const record of recordsIn(text, 'csharp', SETTINGS)) {
      const owner = ownerAt(record.from);
      if (owner !== undefined) readOptions(record, owner, choicesAt(owner) > 1, findings);
    }
  },
};

/** Says of a place whose settings stand there: those of the options that are made in a call are its own. */
function ownersIn(text: string, tokens: readonly Token[]) {
  const owners: (Owner & { readonly from: number })[] = [];
  const choices: number[] = [];
  let place = 0;
  for (const [index, { kind: type, text: word, from }] of tokens.entries()) {
    if (MAKER.test(word)) place++;
    if (/^Get\w{1,20}Limiter$/.test(word)) choices[place] = (choices[place] ?? 0) + 1;
    const [, how = '', kind = ''] = (type === 'name' ? OWNER.exec(word) : null) ?? [];
    if (kind === '') continue;
    // `partitionKey: context.User`, `policyName: "fixed"`
    const at = index + (tokens[index + 3]?.text === ':' ? 4 : 2);
    const start = tokens[at]?.from ?? 0;
    const key = how === '' ? '' : (ARGUMENT.exec(text.slice(start, start + FARTHEST))?.[0] ?? '');
    const last = owners.at(-1);
    const isInside =
      how === '' && last !== undefined && last.kind === kind && !text.slice(last.from, from).includes(';');
    owners.push(isInside ? { ...last, from } : { kind, how, key, place, from });
  }
  return {
    ownerAt: (at: number): Owner | undefined => owners.findLast(({ from }) => from < at),
    choicesAt: (owner: Owner): number => (owner.how === 'Get' ? (choices[owner.place] ?? 0) : 0),
  };
}

/** An argument, with calls in it. */
const ARGUMENT = /^(?:[^(),]|\((?:[^()]|\([^()]*\))*\))*/;

/** Longer than any key. */
const FARTHEST = 300;

const MADE = 'Its windows begin when it is made; those of the lane at multiples of T.';
const DRIFT =
  'Its windows begin with the first request, and a timer of 100 ms ends them; those of the lane begin at multiples of T.';

function readOptions(
  { fields, line }: SettingsRecord,
  { kind, how, key }: Owner,
  isChosen: boolean,
  findings: Findings,
): void {
  const isBucket = kind === 'TokenBucket';
  const name = key.startsWith('"') && ONE.test(key) ? `, of ${brief(key.slice(1, -1))}` : '';
  if (kind === 'Concurrency') {
    findings.problem(
      line,
      `The concurrency limiter${name && `${name},`} limits requests at the same time: it is not part of the lane.`,
    );
    return;
  }
  const [count, time] = isBucket ? ['TokensPerPeriod', 'ReplenishmentPeriod'] : ['PermitLimit', 'Window'];
  const n = numberIn(fields.get(count), count, line, findings);
  const T = timeIn(fields.get(time), time, line, null, findings);
  const capacity = isBucket ? numberIn(fields.get('TokenLimit'), 'TokenLimit', line, findings) : 0;
  const isSliding = kind === 'SlidingWindow';
  const slices = isSliding ? numberIn(fields.get('SegmentsPerWindow'), 'SegmentsPerWindow', line, findings) : 0;
  const queue = fields.get('QueueLimit');
  if (n === null || T === null || capacity === null || slices === null) return;
  const isMade = how === '';
  const [limiter, options, note]: readonly [string, Options, string] = isBucket
    ? isMade
      ? [
          'token-bucket-ticked',
          { refill: 'all' },
          'Its periods begin when it is made; those of the lane at multiples of T.',
        ]
      : ['token-bucket', {}, 'A timer adds what is due every 100 ms; the lane adds it at once.']
    : isSliding
      ? ['sub-window', { slices }, isMade ? MADE : DRIFT]
      : ['fixed-window', {}, isMade ? MADE : DRIFT];
  const isOfAll = how !== 'Get' || ONE.test(key);
  findings.limit(
    line,
    `${kind} ${n} per ${T / SECOND} s${isBucket ? `, TokenLimit ${capacity}` : ''}${name}`,
    { n, T, capacity: isBucket ? capacity : null },
    options,
    [
      note,
      isChosen && CHOSEN,
      !isOfAll && !CLIENT.test(key) && countsBy(key),
      queue !== undefined &&
        queue.text !== '0' &&
        `QueueLimit is ${brief(queue.text)}: so many requests wait instead of being refused; the lane refuses them.`,
    ],
    { limiter, key: isOfAll ? 'all' : 'each' },
  );
}
