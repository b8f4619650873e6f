/** HAProxy: a stick table that stores http_req_rate, a key that is tracked in it, and a rule that denies above n. */
import { microsFromSeconds, MILLISECOND, SECOND, secondsFromMicros, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from '../product.ts';
import { durationText, parseDuration } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { TEMPLATE_VALUE, unknownKind } from '../text/templates.ts';
import { brief } from '../values.ts';
import { ANNOTATION_SIGN, readHaproxyIngress } from './haproxyIngress.ts';
import { countsApart, PASSES } from '../commonNotes.ts';

const LONGEST: Duration = 2_147_483_647 * MILLISECOND;

function textOf({ policy: { n, T }, options, key }: ConfigLane): {
  readonly table: string;
  readonly condition: string;
} {
  const expire = options['expire'] === 'none' ? null : microsFromSeconds(options['expire'] as number);
  if (expire !== null && expire % MILLISECOND !== 0)
    throw new CannotPrintError('expire must be a whole number of milliseconds in HAProxy.');
  const kept = expire === null ? '' : ` expire ${durationText(expire, ['s', 'ms'])}`;
  // A table of the type ip would track no client with an IPv6 address; one of the type ipv6 holds those of IPv4, too.
  const [type, tracked] = key === 'all' ? ['integer', 'int(1)'] : ['ipv6', 'src'];
  return {
    table: `stick-table type ${type} size 1m${kept} store http_req_rate(${durationText(T, ['s', 'ms'])})\nhttp-request track-sc0 ${tracked}\n`,
    condition: `if { sc_http_req_rate(0) gt ${n} }\n`,
  };
}

export const haproxy: ConfigProduct = {
  id: 'haproxy-rate',
  aliases: ['haproxy'],
  fileName: 'haproxy.cfg',
  language: 'haproxy',
  sign: new RegExp(`^[ \\t]*stick-table\\s|\\bhttp_req_rate\\b|${ANNOTATION_SIGN.source}`, 'm'),
  understands:
    'rules that refuse by a comparison of http_req_rate with a number, and the stick table that stores it, or rate-limit annotations of haproxy.org',
  sharesLimits: true,
  timeGrid: { unit: MILLISECOND, most: LONGEST },
  print(lane) {
    const { table, condition } = textOf(lane);
    return `${table}http-request deny deny_status 429 ${condition}`;
  },
  notes: ({ key }) => [
    'These lines belong in a frontend, or in a backend that gets HTTP.',
    ...(key === 'all'
      ? []
      : ['A table of type ipv6 holds IPv4 clients too, as ::ffff:192.0.2.1; one of type ip holds no IPv6 clients.']),
  ],
  read(text, findings) {
    if (ANNOTATION_SIGN.test(text)) readHaproxyIngress(text, findings);
    else new ConfigReader(findings).read(text);
  },
  dryRun: {
    print(lane) {
      const { table, condition } = textOf(lane);
      return `${table}http-request set-var(txn.limited) str(LIMITED) ${condition}http-request capture var(txn.limited) len 7\n`;
    },
    collect:
      'Lines of the HTTP log (option httplog) with LIMITED among the captured request headers, {LIMITED}. Only a ' +
      'frontend takes the line that captures it.',
    comparison:
      'The table counts refused requests too, so it counts the same in the dry run. Only clients behave differently: ' +
      'nobody who is refused tries again.',
  },
};

interface Table {
  readonly line: number;
  /** Null: the table stores no rate of requests. */
  readonly period: Duration | null;
  readonly expire: Duration | null;
}

interface Tracked {
  readonly key: string;
  readonly table: string;
  /** The key is the same whoever asks. */
  readonly isOfAll: boolean;
  /** `if …`; empty if it tracks every request. */
  readonly condition: string;
  /** `if …`: of a rule before it that takes those requests for another key. */
  readonly before: string;
}

interface Section {
  readonly kind: string;
  readonly name: string;
  /** What each counter tracks. */
  readonly tracked: Map<string, Tracked>;
  /** All rules that track, in their order. */
  readonly trackers: Tracked[];
  /** The words of each condition that has a name. */
  readonly acls: Map<string, readonly string[]>;
  /** Variables that hold a rate of requests, each with the words that set it. */
  readonly rates: Map<string, readonly string[]>;
  readonly rules: Rule[];
}

interface Rule {
  readonly line: number;
  readonly words: readonly string[];
  readonly section: Section;
}

interface Comparison {
  /** The counter, `0` to `2`; null where a key is looked up in a table. */
  readonly counter: string | null;
  /** That key. */
  readonly key: string;
  readonly table: string | null;
  readonly limit: number | null;
  readonly text: string;
}

const SECTION =
  /^(global|defaults|frontend|backend|listen|peers|resolvers|userlist|mailers|cache|program|ring|http-errors|fcgi-app)$/;
const BESIDE: Readonly<Record<string, string>> = {
  'rate-limit': 'limits new sessions',
  filter: 'limits the bytes per second',
};
/** A key that is the same whoever asks. */
const OF_NO_CLIENT = /^((int|str|bool)\(|always_true|dst|fe_|be_|so_|(req\.)?hdr\(host\))/i;
/** Rates and counts of a stick table besides http_req_rate, and sessions of a proxy. */
const OTHER_RATE =
  /\b(?:(?:sc\d?|src|table|fe|be)_(?:get_)?)((?:conn|sess|http_err|http_fail|bytes_in|bytes_out|req|gpc\d?)_(?:rate|cur|cnt)|http_req_cnt|gpc\d?)\b/;
/** Actions of http-request. */
const ACTION =
  /^(allow|auth|capture|deny|disable-l7-retry|early-hint|normalize-uri|pause|redirect|reject|return|silent-drop|strict-mode|tarpit|use-service|((add|del|replace|set|unset|wait-for|cache|do|send|track|sc)-|sc_|lua\.).*)$/;
/** The first argument of what refuses. */
const ARGUMENT =
  /^(deny_status|status|content-type|errorfile|errorfiles|default-errorfiles|file|lf-file|string|lf-string|hdr)$/;
const REFUSES = /^(deny|tarpit|reject|silent-drop|return)$/;

/** Two passes: tables and counters may stand after the rules that use them. */
class ConfigReader {
  private readonly findings: Findings;
  private readonly tables = new Map<string, Table>();
  private readonly rules: Rule[] = [];
  /** Lines that refuse nothing, and set nothing that a rule goes by. */
  private readonly others: Rule[] = [];
  /** What each counter tracks where it is tracked first. */
  private readonly tracked = new Map<string, Tracked>();
  /** Of each section with a limit, the line of the last. */
  private readonly limited = new Map<Section, number>();
  private section = sectionOf('', '');

  constructor(findings: Findings) {
    this.findings = findings;
  }

  read(text: string): void {
    for (const [index, row] of text.split('\n').entries()) {
      const words = wordsOf(row);
      if (words.length > 0) this.line(words, index + 1);
    }
    for (const rule of this.rules) this.rule(rule);
    for (const other of this.others) this.other(other);
    for (const [name, { line, period }] of this.tables) {
      if (period !== null && !this.used.has(name))
        this.findings.problem(
          line,
          'No rule that refuses compares this http_req_rate with a number: it limits nothing.',
        );
    }
  }

  private readonly used = new Set<string>();

  private line(words: readonly string[], line: number): void {
    const [first = '', second = ''] = words;
    if (SECTION.test(first)) this.section = sectionOf(first, second);
    else if (first === 'stick-table') this.tables.set(this.section.name, this.table(words, line));
    else if (first === 'table' && this.section.kind === 'peers')
      this.tables.set(`${this.section.name}/${second}`, this.table(words, line));
    else if (first === 'acl') this.acl(words);
    else if (/\bset-var\(/.test(second) && words.some((word) => word.includes('http_req_rate')))
      this.section.rates.set(/set-var\(([^),]*)/.exec(second)?.[1] ?? '', words);
    else if (first === 'rate-limit' || (first === 'filter' && second.startsWith('bwlim')))
      this.findings.problem(line, `${first} ${second} ${BESIDE[first]}: it is not part of the lane.`);
    else if (/^track-sc\d+$/.test(second) || /^track-sc\d+$/.test(words[2] ?? '')) this.track(words);
    else if (first === 'http-request' && REFUSES.test(second)) this.rules.push({ line, words, section: this.section });
    else if ((first === 'tcp-request' || first === 'tcp-response') && words.includes('reject'))
      this.rules.push({ line, words, section: this.section });
    else if (first === 'http-request' && !ACTION.test(second) && comparisonsIn(words).length > 0)
      this.findings.problem(line, `${brief(second)} is not an action of http-request known here.`);
    else if (first.startsWith('.'))
      this.findings.problem(line, `${first}: conditions of the file are not followed; all its lines are read.`);
    else this.others.push({ line, words, section: this.section });
  }

  private table(words: readonly string[], line: number): Table {
    const stored = words.filter((_, index) => words[index - 1] === 'store').join();
    const rate = /http_req_rate\(([^)]{0,100})\)/.exec(stored);
    const period = rate === null ? null : this.time(rate[1] ?? '', 'http_req_rate', line);
    const at = words.indexOf('expire');
    return { line, period, expire: at === -1 ? null : this.time(words[at + 1] ?? '', 'expire', line) };
  }

  private time(word: string, name: string, line: number): Duration | null {
    const time = parseDuration(word, MILLISECOND);
    const kind = unknownKind(word);
    const reason = kind === null ? 'which is not a valid duration' : `${kind}, whose value is not known here`;
    if (time === null) this.findings.problem(line, `${name} is ${brief(word)}, ${reason}.`);
    return time;
  }

  private track(words: readonly string[]): void {
    const at = words.findIndex((word) => /^track-sc\d+$/.test(word));
    const table = words.indexOf('table', at);
    const counter = (words[at] ?? '').slice(8);
    const condition = words.findIndex(isIf);
    const earlier = this.section.tracked.get(counter);
    const key = words[at + 1] ?? '';
    const tracked = {
      key,
      table: table === -1 ? this.section.name : (words[table + 1] ?? ''),
      isOfAll: OF_NO_CLIENT.test(key),
      condition: condition === -1 ? '' : words.slice(condition).join(' '),
      before: earlier?.key === key ? earlier.before : (earlier?.condition ?? ''),
    };
    this.section.trackers.push(tracked);
    // A counter that tracks a key keeps it: of two rules for one counter the first decides.
    if (earlier?.condition !== '') this.section.tracked.set(counter, tracked);
    this.tracked.set(counter, this.tracked.get(counter) ?? tracked);
  }

  private acl([, name = '', ...rest]: readonly string[]): void {
    this.section.acls.set(name, [...(this.section.acls.get(name) ?? []), ...rest]);
  }

  private rule({ line, words, section }: Rule): void {
    const at = words.findIndex(isIf);
    const condition = at === -1 ? [] : words.slice(at + 1);
    const [, action = '', argument] = words;
    if (/^(deny|tarpit)$/.test(action) && argument !== undefined && at !== 2 && !ARGUMENT.test(argument))
      this.findings.problem(line, `${brief(argument)} is not an argument of ${action} known here.`);
    const said = saidBy(condition, section, words[at] === 'unless');
    const comparisons = comparisonsIn(said);
    if (comparisons.length === 0) this.otherRule(line, said, section);
    for (const { counter, key, table, limit, text } of comparisons) {
      const tracked = counter === null ? undefined : this.trackedIn(section).get(counter);
      const name = table ?? (counter === null ? section.name : (tracked?.table ?? null));
      const found = name === null ? undefined : this.tables.get(name);
      if (name !== null) this.used.add(name);
      if (name === null)
        this.findings.problem(line, `${text}: nothing tracks a key with the counter sc${counter} here.`);
      else if (found === undefined)
        this.findings.problem(line, `${text}: the table ${name || 'of this section'} is not in this text.`);
      else if (limit === null) this.findings.problem(line, `${text}: ${whyNoLimit(text)}.`);
      else if (found.period === null)
        this.findings.problem(line, `${text}: its table stores no http_req_rate that is understood.`);
      else {
        const hasMore = condition.filter((word) => word !== '!').length > partsOf(condition, section);
        const isOfAll = tracked?.isOfAll ?? OF_NO_CLIENT.test(key);
        const tracker = tracked ?? section.trackers.find((one) => one.table === name && one.key === key);
        this.add({ line, words, section }, found, limit, { hasMore, isOfAll, tracker });
      }
    }
  }

  /** A line that decides by the rate without refusing, or lets requests pass before a limit. */
  private other({ line, words, section }: Rule): void {
    const at = words.findIndex(isIf);
    const said = at === -1 ? [] : saidBy(words.slice(at + 1), section);
    const text = brief(words.join(' '));
    if (said.some((word) => word.includes('http_req_rate'))) {
      this.use(said, section);
      this.findings.problem(line, `${text}: it goes by http_req_rate, and only rules that refuse are read.`);
    } else if (words[0] === 'http-request' && words[1] === 'allow' && line < (this.limited.get(section) ?? 0))
      this.findings.problem(line, `${text}: it ${PASSES}`);
  }

  /** The tables whose rate is in these words, as far as that is known. */
  private use(words: readonly string[], section: Section): void {
    const named = words.map((word) => /http_req_rate\((?:\d+,)?([^)]{0,100})\)/.exec(word)?.[1] ?? '');
    for (const name of [...named, section.name, ...[...this.trackedIn(section).values()].map(({ table }) => table)])
      this.used.add(name);
  }

  /** In a backend the counters of the frontend are there, too. */
  private trackedIn({ kind, tracked }: Section): ReadonlyMap<string, Tracked> {
    return kind === 'backend' ? new Map([...this.tracked, ...tracked]) : tracked;
  }

  /** A rule that refuses by something else than http_req_rate and a number. */
  private otherRule(line: number, said: readonly string[], section: Section): void {
    const variables = [...section.rates].filter(([name]) => said.some((word) => word.includes(`(${name})`)));
    const computed = [...said, ...variables.flatMap(([, words]) => words)].filter((word) =>
      word.includes('http_req_rate'),
    );
    const [, other] = OTHER_RATE.exec(said.join(' ')) ?? [];
    if (computed.length > 0) {
      this.use(computed, section);
      const held = variables.find(([name]) => isComparedWithNumber(`var(${name})`, said));
      this.findings.problem(
        line,
        held === undefined
          ? 'This rule compares http_req_rate with a number from a variable or a map, which is not read: write the number.'
          : throughVariable(...held),
      );
    } else if (other !== undefined)
      this.findings.problem(
        line,
        `This rule refuses by ${other}, which is not part of the lane: only http_req_rate is.`,
      );
  }

  private add(
    { line, words, section }: Rule,
    table: Table,
    n: number,
    {
      hasMore,
      isOfAll,
      tracker,
    }: { readonly hasMore: boolean; readonly isOfAll: boolean; readonly tracker: Tracked | undefined },
  ): void {
    this.limited.set(section, line);
    const place = section.kind === '' ? '' : `, in ${section.kind} ${section.name}`.trimEnd();
    const expire = table.expire === null ? 'none' : secondsFromMicros(table.expire);
    this.findings.limit(
      line,
      `${brief(words.join(' '))}${place}`,
      { n, T: table.period ?? SECOND, capacity: null },
      { expire },
      [hasMore && 'The rule has other conditions too, which are not part of the lane.', ...notesOnTracker(tracker)],
      { key: isOfAll ? 'all' : 'each' },
    );
  }
}

/** Keys of a request, whoever sends it. */
const OF_REQUEST = /^(base|base32|path|url|url32)(,|$)/;

function notesOnTracker(tracker: Tracked | undefined): readonly (string | false)[] {
  if (tracker === undefined) return [];
  const { key, condition, before } = tracker;
  return [
    condition !== '' && `Its key is tracked ${brief(condition)}; the lane counts all requests.`,
    before !== '' && `Another key is tracked ${brief(before)}; the lane counts all requests by one.`,
    /^(base|url)32\+src/.test(key) && countsApart('URL'),
    OF_REQUEST.test(key) && `It counts for each ${brief(key)}; the lane counts for each client.`,
  ];
}

/** Words of a condition that compare a rate: those within braces, and the names of rules that do. */
function partsOf(condition: readonly string[], { acls }: Section): number {
  return (
    comparisonsIn(condition).length * 5 +
    condition.filter((word) => comparisonsIn(acls.get(word.replace('!', '')) ?? []).length > 0).length
  );
}

function isIf(word: string): boolean {
  return word === 'if' || word === 'unless';
}

const OPPOSITE: Readonly<Record<string, string>> = { le: 'gt', lt: 'ge', gt: 'le', ge: 'lt' };

/** What a condition says: each name in the words that it stands for, and the opposite of what is negated, as all is after `unless`. */
function saidBy(condition: readonly string[], { acls }: Section, isUnless = false): readonly string[] {
  const said: string[] = [];
  let isNegated = false;
  let isInBraces = false;
  for (const word of condition) {
    const name = word.replace(/^!+/, '');
    if ((word.length - name.length) % 2 === 1) isNegated = !isNegated;
    if (name === '') continue;
    if (/^[{}]$/.test(name)) isInBraces = name === '{';
    const words = (isInBraces ? undefined : acls.get(name)) ?? [name];
    said.push(...(isNegated !== isUnless ? words.map((one) => lookUp(OPPOSITE, one) ?? one) : words));
    isNegated &&= isInBraces;
  }
  return said;
}

function sectionOf(kind: string, name: string): Section {
  return { kind, name, tracked: new Map(), trackers: [], acls: new Map(), rates: new Map(), rules: [] };
}

/** Of one line: quotes and escapes removed, up to a comment. */
const WORD = new RegExp(String.raw`"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:${TEMPLATE_VALUE}|[^\s"'#\\]|\\.)+)|(#)`, 'g');

function wordsOf(row: string): readonly string[] {
  const words: string[] = [];
  for (const match of row.matchAll(WORD)) {
    if (match[4] !== undefined) break;
    words.push((match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'));
  }
  return words;
}

const FETCH =
  /^(?:sc(\d)_http_req_rate(?:\(([^)]*)\))?|sc_http_req_rate\((\d+)(?:,([^)]*))?\)|(?:src_|(.+),table_)http_req_rate(?:\(([^)]*)\))?)$/;

function isComparedWithNumber(source: string, words: readonly string[]): boolean {
  return words.some(
    (word, at) => word === source && /^(eq|ge|gt|le|lt) \d+$/.test(words.slice(at + 1, at + 3).join(' ')),
  );
}

/** Of a rule that compares a variable which holds the rate. */
function throughVariable(name: string, words: readonly string[]): string {
  const rate = words.find((word) => FETCH.test(word));
  const advice = rate === undefined ? '' : `: compare ${rate} itself`;
  return `http_req_rate is compared through the variable ${name}, which is not read${advice}.`;
}

/** `sc_http_req_rate(0) gt 10` and its older forms. */
function comparisonsIn(words: readonly string[]): readonly Comparison[] {
  return words.flatMap((word, at) => {
    const match = FETCH.exec(word);
    if (match === null) return [];
    const [, old, oldTable, counter, table, key = 'src', source] = match;
    const [operator = '', value = ''] = words.slice(at + 1);
    const number = /^\d+$/.test(value) ? Number(value) : null;
    const limit = number === null ? null : operator === 'gt' ? number : operator === 'ge' ? number - 1 : null;
    const named = oldTable ?? table ?? source ?? '';
    return [
      {
        counter: old ?? counter ?? null,
        key,
        table: named === '' ? null : named.trim(),
        limit,
        text: brief(`${word} ${operator} ${value}`),
      },
    ];
  });
}

function whyNoLimit(condition: string): string {
  const kind = unknownKind(condition);
  return kind === null
    ? 'only gt and ge with a number are understood'
    : `the limit is ${kind}, and its value is not known here`;
}
