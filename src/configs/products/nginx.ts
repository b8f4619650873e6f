/** nginx, `limit_req`: a zone with a rate in whole requests a second or a minute, and places that use it. */
import { SECOND, type Policy } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from '../product.ts';
import { noPolicyText, policyOfFraction } from '../rates.ts';
import { parseDirectives, type Directive } from '../text/directives.ts';
import { unknownKind } from '../text/templates.ts';
import { countsApart } from '../commonNotes.ts';
import { lookUp } from '../text/lookUp.ts';
import { bodiesIn, overlaid } from '../text/shell.ts';
import { fieldOf, parseYaml, partsOf, textOf as treeText, type Located, type Tree } from '../text/tree.ts';
import { checkNames } from '../values.ts';
import { INGRESS_SIGN, readIngress } from './ingressNginx.ts';

const MINUTE = 60 * SECOND;

/** Whole requests a second, else a minute; null if neither. */
function rateWord({ n, T }: Policy): string | null {
  for (const [unit, name] of [
    [SECOND, 's'],
    [MINUTE, 'm'],
  ] as const) {
    // n is at most 10^6 and the unit 6 · 10^7: exact.
    if ((n * unit) % T === 0) return `${(n * unit) / T}r/${name}`;
  }
  return null;
}

function textOf({ policy, options, key }: ConfigLane, name = 'api'): { readonly zone: string; readonly use: string } {
  const rate = rateWord(policy);
  if (rate === null) {
    const perMinute = Math.floor((policy.n * MINUTE) / policy.T);
    throw new CannotPrintError(
      'nginx counts whole requests a second or a minute; nearest: ' +
        (perMinute === 0 ? '1r/m.' : `${perMinute}r/m and ${perMinute + 1}r/m.`),
    );
  }
  const burst = options['burst'] as number;
  const delay = options['delay'] === 'none' ? burst : Math.min(burst, options['delay'] as number);
  const words = [
    `limit_req zone=${name}`,
    ...(burst > 0 ? [`burst=${burst}`] : []),
    ...(delay === 0 ? [] : [delay === burst ? 'nodelay' : `delay=${delay}`]),
  ];
  const of = key === 'all' ? '$server_name' : '$binary_remote_addr';
  return { zone: `limit_req_zone ${of} zone=${name}:10m rate=${rate};`, use: `${words.join(' ')};` };
}

interface Zone {
  readonly name: string;
  readonly line: number;
  /** Null: it is not understood, which is said already. */
  readonly rate: { readonly count: number; readonly unit: number } | null;
  readonly key: string;
  /** How many limit_req there are with it. */
  users: number;
}

interface Use {
  readonly directive: Directive;
  readonly place: string;
  /** Of the block that it stands in. */
  readonly group: string;
  readonly isDryRun: boolean;
}

const WORDS = /^(limit_req|limit_req_zone|limit_req_dry_run|include|map|geo)$/;

/** Limits of another kind. */
const OTHERS: Readonly<Record<string, string>> = {
  limit_conn: 'limits connections at the same time',
  limit_conn_zone: 'counts connections for limit_conn',
  limit_rate: 'limits the bytes per second of a response',
  limit_rate_after: 'limits the bytes per second of a response',
};

/** Of an Ingress, for the NGINX Ingress Controller. */
const ANNOTATION = 'nginx.org/limit-req-';

export const nginx: ConfigProduct = {
  id: 'nginx-limit-req',
  aliases: ['nginx'],
  fileName: 'nginx.conf',
  language: 'nginx',
  sign: new RegExp(
    `^[^#\\n]*\\blimit_req(_zone)?\\s|^[^#\\n]*${ANNOTATION}rate\\b|^[ \\t]*rate:[ \\t]*["']?\\d+r/[sm]\\b|${INGRESS_SIGN.source}`,
    'm',
  ),
  understands: 'limit_req with its limit_req_zone, annotations of an Ingress, and the rateLimit of an NGINX Policy',
  sharesLimits: true,
  nearest({ policy }) {
    const perMinute = (policy.n * MINUTE) / policy.T;
    return [...new Set([Math.floor(perMinute), Math.ceil(perMinute)])]
      .filter((count) => count > 0)
      .flatMap((count) => {
        const found = policyOfFraction(count, MINUTE, policy.T);
        return found === null ? [] : [{ ...policy, ...found }];
      });
  },
  print(lane) {
    const { zone, use } = textOf(lane);
    return `${zone}\n${use}\n`;
  },
  notes: () => ['limit_req_zone belongs in http, limit_req in http, server or location.'],
  read(text, findings) {
    if (INGRESS_SIGN.test(text)) readIngress(text, findings);
    if (!INGRESS_SIGN.test(text) || text.includes(`${ANNOTATION}rate`)) readNginx(withinOf(text, findings), findings);
  },
  // It looks at all zones first, and counts the request in them once every one admits it.
  stack: {
    charge: 'together',
    print(lanes) {
      const texts = lanes.map((lane, index) => textOf(lane, `api${index + 1}`));
      return `${[...texts.map(({ zone }) => zone), ...texts.map(({ use }) => use)].join('\n')}\n`;
    },
  },
  dryRun: {
    print(lane) {
      const { zone, use } = textOf(lane);
      const format = `log_format limits '$msec $remote_addr $limit_req_status';`;
      return `${zone}\n${format}\n${use}\nlimit_req_dry_run on;\naccess_log /var/log/nginx/limits.log limits;\n`;
    },
    collect: 'Lines of limits.log whose $limit_req_status is REJECTED_DRY_RUN (refused) or DELAYED_DRY_RUN (delayed).',
    comparison:
      'The zone counts in the dry run as it would when enforced, so it refuses the same requests. Only clients behave ' +
      'differently: nobody waits, and nobody retries after a refusal.',
  },
};

const POLICY_READ = ['rate', 'key', 'burst', 'delay', 'noDelay', 'dryRun'];
const POLICY_OTHERS = /^(zonesize|loglevel|rejectcode|scale|condition)$/;
const POLICY_UNREAD = [
  ['scale', 'divides the rate among the replicas of the controller: the lane has the whole rate.'],
  ['condition', 'limits only some requests; the lane limits all.'],
] as const;

/** What the NGINX Ingress Controller makes of the rateLimit of a Policy; null of anything else. */
function directivesOf({ path, within, tree: whole }: Located, findings: Findings): string | null {
  const isPolicy = path.at(-1) === 'rateLimit';
  const tree = isPolicy ? whole : annotationsOf(whole);
  const said = (name: string) => treeText(fieldOf(tree, name));
  const rate = said('rate');
  if (rate === undefined) return null;
  const key = said('key') ?? (isPolicy ? undefined : '${binary_remote_addr}');
  checkNames(tree.fields ?? [], 'rateLimit', POLICY_READ, POLICY_OTHERS, findings);
  for (const [field, effect] of POLICY_UNREAD) {
    const found = fieldOf(tree, field);
    if (found !== undefined && treeText(found) !== 'false') findings.problem(found.line, `${field} ${effect}`);
  }
  if (key === undefined) {
    findings.problem(tree.line, 'key is missing.');
    return '';
  }
  const owner = within.findLast((one) => fieldOf(one, 'metadata') !== undefined);
  const name = treeText(fieldOf(fieldOf(owner, 'metadata'), 'name')) ?? 'policy';
  const use = [
    `zone=${name}`,
    ...['burst', 'delay'].flatMap((setting) => (said(setting) === undefined ? [] : [`${setting}=${said(setting)}`])),
    ...(said('noDelay') === 'true' ? ['nodelay'] : []),
  ];
  const dryRun = said('dryRun') === 'true' ? 'limit_req_dry_run on; ' : '';
  const above = '\n'.repeat((isPolicy ? tree : (fieldOf(tree, 'rate') ?? tree)).line - 1);
  return `${above}limit_req_zone "${key}" zone=${name}:10m rate=${rate}; server { ${dryRun}limit_req ${use.join(' ')}; }`;
}

/** Annotations as the settings of a Policy: `limit-req-no-delay` is noDelay. */
function annotationsOf(tree: Tree): Tree {
  const settings = [...(tree.fields ?? [])].filter(([name]) => name.startsWith(ANNOTATION));
  return { ...tree, fields: new Map(settings.map(([name, value]) => [name.slice(ANNOTATION.length), value])) };
}

/** What of a text is nginx's: all of it, or what a command writes, or what a ConfigMap holds. */
function withinOf(text: string, findings: Findings): string {
  const documents = bodiesIn(text);
  if (documents.length > 0) return overlaid(documents);
  if (!/^apiVersion:|^[ \t]*[\w.-]+:[ \t]*\|[-+]?[ \t]*$/m.test(text)) return text;
  const held = [...partsOf(parseYaml(text, findings))].flatMap((part) => {
    const { line, value, isLiteral } = part.tree;
    const policy = directivesOf(part, findings);
    if (policy !== null) return [policy];
    const isNginx = typeof value === 'string' && nginx.sign.test(value);
    return isNginx ? ['\n'.repeat(isLiteral === true ? line : line - 1) + value] : [];
  });
  return held.length > 0 ? overlaid(held) : text;
}

function readNginx(text: string, findings: Findings): void {
  const { directives, problems } = parseDirectives(text, 'semicolon');
  for (const { line, message } of problems) findings.problem(line, message);
  const zones = new Map<string, Zone>();
  const uses: Use[] = [];
  const mapped = new Set<string>();
  const keyed = new Map<string, Zone>();
  const included = new Set<string>();
  let blocks = 0;
  visit(directives, '', false);
  for (const { directive } of uses) {
    const zone = zones.get(zoneOf(directive));
    if (zone !== undefined) zone.users++;
  }
  for (const use of uses) addUse(use, { zones, mapped, keyed }, findings);
  const isWhole = uses.length > 0 && included.size === 0;
  for (const [name, zone] of zones) {
    if (zone.users > 0 || zone.rate === null) continue;
    const advice = isWhole ? 'it limits nothing' : 'paste the server or location that does';
    findings.problem(zone.line, `No limit_req in this text uses the zone ${name}: ${advice}.`);
  }

  function visit(block: readonly Directive[], place: string, inDryRun: boolean): void {
    const group = `block ${blocks++}`;
    const isDryRun =
      block.findLast(({ words }) => words[0] === 'limit_req_dry_run')?.words[1] === 'on' ||
      (inDryRun && !isSetHere(block));
    for (const directive of block) {
      const { words, line } = directive;
      const [name = '', first = ''] = words;
      if (WORDS.test(name) && name !== 'map' && name !== 'geo' && directive.block !== undefined)
        findings.problem(line, `${name} has no block.`);
      if (name === 'limit_req_zone') addZone(directive);
      else if (name === 'limit_req') uses.push({ directive, place, group, isDryRun });
      else if (name === 'include') {
        if (!HAS_NO_LIMITS.test(first) && !included.has(first))
          findings.problem(line, `include ${first}: that file is not read. Paste what is in it, if it has limits.`);
        if (!HAS_NO_LIMITS.test(first)) included.add(first);
      } else if (lookUp(OTHERS, name) !== undefined)
        findings.problem(line, `${name} ${lookUp(OTHERS, name)}: it is not part of the lane.`);
      else if (/^(map|geo|split_clients)$/.test(name)) mapped.add(words.at(-1) ?? '');
      else if (/^(set|js_set|perl_set|auth_request_set)$/.test(name) && directive.block === undefined)
        mapped.add(first);
      else if (name.startsWith('limit_req') && !/^limit_req_(status|log_level|dry_run)$/.test(name))
        findings.problem(line, `${name} is not an nginx directive known here.`);
      else if (/\bresty\.limit\b|\blimit_(req|conn|count|traffic)\b/.test(directive.lua ?? ''))
        findings.problem(line, `The Lua of ${name} is not read: it may limit requests, too.`);
      else if (directive.block !== undefined) visit(directive.block, placeOf(words, place), isDryRun);
    }
  }

  function addZone({ words, line }: Directive): void {
    const [, key = '', ...rest] = words;
    let name = '';
    let rate: Zone['rate'] = null;
    let isRateSaid = false;
    for (const word of rest) {
      if (word.startsWith('zone=')) name = word.slice(5).split(':')[0] ?? '';
      else if (word.startsWith('rate=')) {
        isRateSaid = true;
        rate = readRate(word.slice(5), line, findings);
      } else if (word !== 'sync') findings.problem(line, `${word} is not a limit_req_zone parameter known here.`);
    }
    if (name === '') findings.problem(line, 'limit_req_zone has no zone=NAME:SIZE.');
    else if (zones.has(name)) findings.problem(line, `The zone ${name} is here a second time; the first one counts.`);
    else {
      if (!isRateSaid) findings.problem(line, `The zone ${name} has no rate.`);
      zones.set(name, { name, line, rate, key, users: 0 });
    }
  }
}

/** A directive of the block itself decides for it. */
function isSetHere(block: readonly Directive[]): boolean {
  return block.some(({ words }) => words[0] === 'limit_req_dry_run');
}

/** `location /api/`, or where it has no name its surroundings'. */
function placeOf(words: readonly string[], place: string): string {
  return words[0] === 'location' || words[0] === 'if' ? words.join(' ') : words[0] === 'server' ? 'server' : place;
}

function readRate(word: string, line: number, findings: Findings): Zone['rate'] {
  const match = /^(\d+)r\/([sm])$/.exec(word);
  if (match !== null && Number(match[1]) > 0)
    return { count: Number(match[1]), unit: match[2] === 's' ? SECOND : MINUTE };
  const kind = unknownKind(word);
  const reason =
    kind !== null
      ? `the rate is ${kind}, and its value is not known here`
      : 'a rate must be a whole number from 1 of r/s or r/m';
  findings.problem(line, `rate=${word}: ${reason}.`);
  return null;
}

function whyNoCount(word: string): string {
  const kind = unknownKind(word);
  return kind === null ? 'must be a whole number of requests' : `is ${kind}, and its value is not known here`;
}

interface Known {
  readonly zones: ReadonlyMap<string, Zone>;
  /** Variables that a map or geo gives their value. */
  readonly mapped: ReadonlySet<string>;
  /** The first zone of each group that has a key of the request. */
  readonly keyed: Map<string, Zone>;
}

function addUse({ directive, place, group, isDryRun }: Use, { zones, mapped, keyed }: Known, findings: Findings) {
  const { words, line } = directive;
  let name = '';
  let burst: number | null = 0;
  let delay: number | 'none' | null = 0;
  for (const word of words.slice(1)) {
    const [parameter, value = ''] = word.split('=', 2);
    if (parameter === 'zone') name = value;
    else if (word === 'nodelay') delay = 'none';
    else if (parameter === 'burst') burst = countOf(value);
    else if (parameter === 'delay') delay = countOf(value);
    else findings.problem(line, `${word} is not a limit_req parameter known here.`);
    if ((parameter === 'burst' && burst === null) || (parameter === 'delay' && delay === null))
      findings.problem(line, `${word}: ${parameter} ${whyNoCount(word)}.`);
  }
  const zone = zones.get(name);
  if (zone === undefined) {
    findings.problem(
      line,
      name === ''
        ? 'limit_req has no zone=NAME.'
        : `The zone ${name} is not in this text: paste its limit_req_zone, too.`,
    );
    return;
  }
  if (zone.rate === null || burst === null || delay === null) return;
  const policy = policyOfFraction(zone.rate.count, zone.rate.unit, findings.keepT);
  if (policy === null) {
    findings.problem(zone.line, noPolicyText(`rate=${zone.rate.count}r/${zone.rate.unit === SECOND ? 's' : 'm'}`));
    return;
  }
  const isOfAll = isShared(zone.key);
  const [asked = ''] = zone.key.match(OF_REQUEST) ?? [];
  const first = keyed.get(group) ?? zone;
  if (!isOfAll) keyed.set(group, first);
  findings.limit(
    line,
    `${words.join(' ')}${place === '' ? '' : `, in ${place}`}`,
    { ...policy, capacity: null },
    { burst, delay },
    [
      (mapped.has(zone.key) || /^\$\{?\w+\}?$/.test(zone.key)) &&
        !BUILT_IN.test(zone.key) &&
        `Its key ${zone.key} is computed${mapped.has(zone.key) ? '' : ' outside this text'}: requests for which it is empty are not limited.`,
      /^\$\{?(arg|cookie|http)_\w+\}?$/.test(zone.key) && `Requests in which ${zone.key} is empty are not limited.`,
      !isOfAll &&
        sourceOf(zone.key) !== sourceOf(first.key) &&
        `The zone ${first.name} counts by ${first.key}, the zone ${zone.name} by ${zone.key}; a lane with both counts by one key.`,
      zone === first && isOfRequest(zone.key) && `It counts for each ${zone.key}; the lane counts for each client.`,
      !isOfAll && !isOfRequest(zone.key) && asked !== '' && countsApart(asked),
      zone.users > 1 &&
        `The zone ${name} is used in ${zone.users} places, which share its counts; each lane has its own.`,
      isDryRun && 'It is a dry run: nothing is refused.',
    ],
    { group, key: isOfAll ? 'all' : 'each' },
  );
}

/** Files that nginx and Debian come with. */
const HAS_NO_LIMITS = /(^|\/)(mime\.types|\w+_params|fastcgi\.conf|modules-enabled\/\*\.conf)$/;
/** Prefixes of nginx’s own variables. */
const BUILT_IN =
  /^\$\{?(arg_|args|binary_|cookie_|document_|geoip|host|http|is_args|jwt_|proxy_|query_|realip_|remote_|request|scheme|server_|ssl_|uri)/;
/** The part of a key that stands for what is requested. */
const OF_REQUEST = /\$\{?(request_uri|uri|document_uri|request_method|args|query_string|arg_\w+)\b\}?/;

function zoneOf({ words }: Directive): string {
  return words.find((word) => word.startsWith('zone='))?.slice(5) ?? '';
}

/** What a key is made of, however it is written. */
function sourceOf(key: string): string {
  return key.replace(/\$\{?(?:binary_)?(\w+)\}?/g, '${$1}');
}

/** Whether a zone's key is the same whoever asks: it names the server alone, or no variable at all. */
function isShared(key: string): boolean {
  return key
    .split(/(?=\$)/)
    .every(
      (part) =>
        !part.startsWith('$') ||
        /^\$\{?(server_name|server_addr|server_port|hostname|host|http_host|scheme)\b/.test(part),
    );
}

/** Whether a key is the same for all who ask for the same. */
function isOfRequest(key: string): boolean {
  const variables = key.match(/\$\{?\w+/g) ?? [];
  return (
    !isShared(key) &&
    variables.every((one) =>
      /^\$\{?(uri|request_uri|document_uri|request_filename|args|query_string|request_method|server_name|host|http_host|scheme)$/.test(
        one,
      ),
    )
  );
}

function countOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
