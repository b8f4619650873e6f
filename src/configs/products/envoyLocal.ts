/** Envoy's local rate limit: a token bucket in the filter's settings. */
import { MILLISECOND, SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigLane, ConfigProduct } from '../product.ts';
import { decimal, secondsText } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf, sameName, textOf, type Located, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, timeAt } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';
import { GATEWAY_SIGN, readGatewayRules } from './envoyGateway.ts';

function bucket({ policy: { n, T, capacity } }: ConfigLane): string {
  return `token_bucket:\n  max_tokens: ${capacity}\n  tokens_per_fill: ${n}\n  fill_interval: ${secondsText(T)}s\n`;
}

const BUCKET = ['max_tokens', 'tokens_per_fill', 'fill_interval'];
/** What the bucket is in, where a wrong indentation puts both at one depth: that is said for itself. */
const AROUND = /^tokenbucket$/;

export const envoyLocal: ConfigProduct = {
  id: 'envoy-local',
  aliases: ['envoy'],
  fileName: 'envoy.yaml',
  language: 'yaml',
  sign: new RegExp(`\\b(token_?bucket|fill_?interval)\\b|${GATEWAY_SIGN.source}`, 'i'),
  // Other token buckets are objects of a program.
  alsoSign: new RegExp(`\\b(max_?tokens|tokens_?per_?fill|fill_?interval)\\b|${GATEWAY_SIGN.source}`, 'i'),
  understands: 'token buckets with max_tokens and fill_interval, in YAML or JSON, and rateLimit.local of Envoy Gateway',
  shared: {
    is: 'one bucket for all clients of a process',
    perClient: 'Descriptors, or Envoy’s rate limit service, limit each client.',
  },
  timeGrid: { unit: MILLISECOND, least: 50 * MILLISECOND },
  print: bucket,
  notes: () => [
    'filter_enabled and filter_enforced default to 0 %: set both to 100 %.',
    'Releases before July 2024 fill the bucket by a timer, later ones evenly: the text does not say which.',
  ],
  read(text, findings) {
    for (const part of partsOf(parseYaml(text, findings))) {
      readGatewayRules(part, 'local', findings);
      const { path, tree } = part;
      const max = fieldOf(tree, 'max_tokens');
      if (max === undefined) continue;
      const { line } = tree;
      checkNames(tree.fields ?? [], 'token_bucket', BUCKET, AROUND, findings);
      const capacity = numberAt(max, 'max_tokens', line, findings);
      const fill = fieldOf(tree, 'tokens_per_fill');
      const n = numberAt(fill, 'tokens_per_fill', line, findings, 1);
      const T = timeAt(fieldOf(tree, 'fill_interval'), 'fill_interval', line, null, findings);
      if (capacity === null || n === null || T === null) continue;
      const place = path
        .filter((key) => !/^\d+$/.test(key))
        .slice(-3)
        .join('.');
      const what = `${place === '' ? 'token_bucket' : place}: ${n} per ${T / SECOND} s, max_tokens ${capacity}`;
      const entries = entriesOf(part);
      const isPerConnection =
        textOf(fieldOf(part.within.at(-1), 'local_rate_limit_per_downstream_connection')) === 'true';
      findings.limit(
        line,
        `${what}${entries.length === 0 ? '' : `, for ${entries.map(entryText).join(' and ')}`}`,
        { n, T, capacity },
        {},
        [
          ...notesOnEnforcement(part, findings),
          fill === undefined && 'tokens_per_fill is left out: it is 1.',
          entries.length > 0 && takesDefault(part) && 'What it admits also takes a token from the filter’s own bucket.',
          isPerConnection && 'It is one bucket for each connection; the lane has one for each client.',
        ],
        // A descriptor without a value has a bucket for each value.
        { key: isPerConnection || entries.some((entry) => valueOf(entry) === '') ? 'each' : 'all' },
      );
    }
  },
  dryRun: {
    print: (lane) =>
      `stat_prefix: limit\n${bucket(lane)}` +
      'filter_enabled:\n  default_value: { numerator: 100, denominator: HUNDRED }\n' +
      'filter_enforced:\n  default_value: { numerator: 0, denominator: HUNDRED }\n',
    collect: 'The counter limit.http_local_rate_limit.rate_limited, which counts what found no token, enforced or not.',
    comparison:
      'The dry run spends the bucket as enforcing it would, so the counter shows what would be refused. Only ' +
      'clients behave differently: nobody retries after a refusal.',
  },
};

/** Of a descriptor, if the bucket is of one. */
function entriesOf({ path, within }: Located): readonly Tree[] {
  if (!path.some((key) => sameName(key, 'descriptors'))) return [];
  return fieldOf(within.at(-1), 'entries')?.items ?? [];
}

/** Whether what a descriptor matches needs a token of the filter, too; so it is unless the filter says otherwise. */
function takesDefault({ path, within }: Located): boolean {
  const filter = within[path.findIndex((key) => sameName(key, 'descriptors'))];
  return (
    fieldOf(filter, 'token_bucket') !== undefined &&
    textOf(fieldOf(filter, 'always_consume_default_token_bucket')) !== 'false'
  );
}

const valueOf = (entry: Tree): string => textOf(fieldOf(entry, 'value')) ?? '';

function entryText(entry: Tree): string {
  const key = brief(textOf(fieldOf(entry, 'key')) ?? '');
  return valueOf(entry) === '' ? `each ${key}` : `${key} = ${brief(valueOf(entry))}`;
}

/** Whether the filter refuses all that finds no token. Of a bucket alone it is not known; a filter has a stat_prefix. */
function notesOnEnforcement({ path, within }: Located, findings: Findings): readonly (string | false)[] {
  const descriptors = path.findIndex((key) => sameName(key, 'descriptors'));
  const at = descriptors === -1 ? path.length - 1 : descriptors;
  const filter = within[at];
  const isFilter = ['stat_prefix', 'filter_enabled', 'filter_enforced'].some((name) => fieldOf(filter, name));
  if (!isFilter) return [];
  if (isOfConnections(filter, within[at - 1])) {
    const isOff = textOf(fieldOf(fieldOf(filter, 'runtime_enabled'), 'default_value')) === 'false';
    return [
      'It limits new connections; the lane limits requests.',
      isOff && 'runtime_enabled is false: the filter is off and refuses nothing; the lane refuses.',
    ];
  }
  const enabled = percentAt(filter, 'filter_enabled', findings);
  const enforced = percentAt(filter, 'filter_enforced', findings);
  if (enabled?.value === 0) return [`${enabled.said}: the filter is off and refuses nothing; the lane refuses.`];
  if (enforced?.value === 0)
    return [`${enforced.said}: Envoy counts what it would refuse and refuses nothing; the lane refuses it.`];
  return [
    enabled !== null &&
      enabled.value < 100 &&
      `${enabled.said}: only that share of the requests, chosen at random, is limited; in the lane all are.`,
    enforced !== null &&
      enforced.value < 100 &&
      `${enforced.said}: of what finds no token only that share, chosen at random, is refused; in the lane all is.`,
  ];
}

/**
 * Filters of connections have the same bucket, and are on by default.
 * @param holder where the type stands, if it is a TypedStruct
 */
function isOfConnections(filter: Tree | undefined, holder: Tree | undefined): boolean {
  const type = textOf(fieldOf(holder, 'type_url')) ?? textOf(fieldOf(filter, '@type')) ?? '';
  return /\.filters\.(network|listener)\./.test(type);
}

/** By their names, and by their numbers in protobuf. */
const DENOMINATORS: Readonly<Record<string, number>> = {
  HUNDRED: 100,
  TEN_THOUSAND: 10_000,
  MILLION: 1_000_000,
  0: 100,
  1: 10_000,
  2: 1_000_000,
};

/** A share of requests, 0 % where it is left out; null where it is not understood, which is then said. */
function percentAt(
  filter: Tree | undefined,
  name: string,
  findings: Findings,
): { readonly value: number; readonly said: string } | null {
  const share = fieldOf(filter, name);
  if (share === undefined) return { value: 0, said: `${name} is left out, which is 0 %` };
  const fraction = fieldOf(share, 'default_value');
  const numerator = numberAt(fieldOf(fraction, 'numerator'), `The numerator of ${name}`, share.line, findings, 0);
  const unit = textOf(fieldOf(fraction, 'denominator')) ?? 'HUNDRED';
  const denominator = lookUp(DENOMINATORS, unit);
  if (denominator === undefined)
    findings.problem(
      share.line,
      `The denominator of ${name} is ${brief(unit)}: it is HUNDRED, TEN_THOUSAND or MILLION.`,
    );
  if (numerator === null || denominator === undefined) return null;
  const value = (numerator * 100) / denominator;
  if (value > 100) {
    findings.problem(share.line, `${name} is ${decimal(value)} %, more than 100 %.`);
    return null;
  }
  return { value, said: `${name} is ${decimal(value)} %` };
}
