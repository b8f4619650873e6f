/** Rate limiting rules of Google Cloud Armor. Its documentation does not say how they count. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { countsBy, limitsOnly } from '../commonNotes.ts';
import { NOTHING, treesInCode } from '../text/codeTree.ts';
import { parseJsonOrTerraform, TERRAFORM } from '../text/terraform.ts';
import { fieldOf, partsOf, sameName, saidIn, textOf, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

const COMMAND = /--rate-limit-threshold-count\b/;
/** Pulumi. */
const CODE = /SecurityPolicy\w{0,40}\(/;
const BACKENDS =
  'Each backend has a count of its own, and how it counts is not documented; the lane counts over a sliding window.';

export const cloudArmor: ConfigReader = {
  id: 'sliding-log',
  name: 'Google Cloud Armor',
  language: 'yaml',
  sign: /\brate_?limit_?options\b|--rate-limit-threshold-count\b/i,
  // Azure's firewalls have a threshold of that name, and libraries have such options.
  alsoSign: /rate[-_]?limit[-_]?(threshold|http_request_count)/i,
  understands:
    'the rate limit threshold of a rule in Terraform, JSON or YAML, in code of Pulumi, or in a gcloud command',
  readsTerraform: true,
  codeSign: CODE,
  read(text, findings) {
    for (const rule of rulesIn(text, findings)) {
      const options = fieldOf(rule, 'rateLimitOptions');
      if (options !== undefined && options.fields?.size !== 0) readRule(rule, options, findings);
    }
  },
};

function rulesIn(text: string, findings: Findings): readonly Tree[] {
  if (COMMAND.test(text)) return rulesOfCommands(text);
  const isCode = CODE.test(text) && !TERRAFORM.test(text);
  const trees = isCode
    ? treesInCode(text, ['rateLimitOptions', 'match', 'preview'], '', findings)
    : parseJsonOrTerraform(text, findings);
  return [...partsOf(trees)].map(({ tree }) => tree);
}

function readRule(rule: Tree, options: Tree, findings: Findings): void {
  if (options.fields === null) {
    findings.problem(options.line, `rate_limit_options is ${brief(saidIn(options))}, whose value is not known here.`);
    return;
  }
  const { line } = fieldOf(options, 'rateLimitThreshold') ?? options;
  const [count, seconds] = thresholdOf(options, 'rateLimit');
  const n = numberAt(count, 'count', line, findings);
  const interval = numberAt(seconds, 'interval_sec', line, findings);
  if (n === null || interval === null) return;
  const exceed = textOf(fieldOf(options, 'exceedAction')) ?? 'deny';
  const keys = keysOf(options);
  const key = keys.join(' and ');
  const isOfAll = /^(ALL)?$/i.test(key);
  findings.limit(
    line,
    `${n} in ${interval} s${isOfAll ? '' : `, by ${brief(key)}`}`,
    { n, T: interval * SECOND, capacity: null },
    {},
    [
      BACKENDS,
      noteOnBan(options),
      !/^deny/i.test(exceed) && `Its exceed action is ${brief(exceed)}: the lane refuses instead.`,
      /^true$/i.test(textOf(fieldOf(rule, 'preview')) ?? '') &&
        'preview is true: the rule refuses nothing; the lane refuses.',
      noteOnMatch(rule),
      !isOfAll && !/^((XFF|USER)[-_])?IP$/i.test(key) && countsBy(key),
    ],
    { key: isOfAll ? 'all' : 'each' },
  );
}

/** Empty where all requests have one count. */
function keysOf(options: Tree): readonly string[] {
  const one = textOf(fieldOf(options, 'enforceOnKey')) ?? '';
  if (one !== '') return [one];
  const several = fieldOf(options, 'enforceOnKeyConfigs');
  if (several === undefined) return [];
  // Of a command they are words: `ip,http-header=a`.
  if (several.value !== null) return saidIn(several).split(',');
  return (several.items ?? [several]).map((config) => textOf(fieldOf(config, 'enforceOnKeyType')) ?? 'ALL');
}

/** Its count and seconds: in a block of its own, or as the flags of a command and a module of Terraform name them. */
function thresholdOf(options: Tree, of: 'rateLimit' | 'ban'): readonly (Tree | undefined)[] {
  const threshold = fieldOf(options, `${of}Threshold`);
  return ['count', 'intervalSec'].map(
    (name) =>
      fieldOf(threshold, name) ??
      fieldOf(options, `${of}Threshold${name}`) ??
      fieldOf(options, `${of}HttpRequest${name}`),
  );
}

function noteOnBan(options: Tree): string | false {
  const ban = textOf(fieldOf(options, 'banDurationSec'));
  const [count, seconds] = thresholdOf(options, 'ban').map(textOf);
  const beyond = count === undefined ? '' : ` by more than ${brief(count)} in ${brief(seconds ?? '?')} s`;
  return ban !== undefined && `Whoever exceeds it${beyond} is banned for ${brief(ban)} s; the lane bans nobody.`;
}

function noteOnMatch(rule: Tree): string | false {
  const parts = [...partsOf([rule])];
  const partOf = (name: string) => parts.find(({ path }) => sameName(path.at(-1) ?? '', name))?.tree;
  const expression = textOf(partOf('expression')) ?? 'true';
  if (expression !== 'true') return limitsOnly(`requests that match ${brief(expression)}`);
  const ranges = partOf('srcIpRanges');
  // In code a list is its text.
  const from = (ranges?.items?.map(saidIn).join(', ') ?? textOf(ranges) ?? '*').replace(/[[\]"']/g, '');
  return from !== '*' && limitsOnly(`requests from ${brief(from)}`);
}

/** A comment, what ends a command, or a flag of one. */
const WORD = /(?<=^|\s)(?:#.*|--([a-z-]{1,60})(?:(?:=|\s{1,9}(?!-))("[^"\n]*"|'[^'\n]*'|[^\s"';&|]+))?)|&&|\|\||;/g;

/** The flags of each gcloud command as a rule has them, and as its options: `--enforce-on-key=IP`. */
function rulesOfCommands(text: string): readonly Tree[] {
  const rules: Tree[] = [];
  let fields = new Map<string, Tree>();
  const end = () => {
    const { line } = fields.get('rate-limit-threshold-count') ?? {};
    if (line !== undefined) {
      const options = { ...NOTHING, line, fields };
      rules.push({ ...options, fields: new Map([...fields, ['rateLimitOptions', options]]) });
    }
    fields = new Map();
  };
  for (const [index, row] of text.split('\n').entries()) {
    for (const [word, name, value = 'true'] of row.matchAll(WORD)) {
      if (/^[&|;]/.test(word)) end();
      else if (name !== undefined)
        fields.set(name, { ...NOTHING, line: index + 1, value: value.replace(/^["']|["']$/g, '') });
    }
    // It goes on in the next line, in a shell, in PowerShell or in that of Windows.
    if (!/[\\`^]\s*$/.test(row)) end();
  }
  return rules;
}
