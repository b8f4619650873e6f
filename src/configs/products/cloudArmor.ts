/** Rate limiting rules of Google Cloud Armor. Its documentation does not say how they count. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { countsBy } from '../commonNotes.ts';
import { NOTHING } from '../text/codeTree.ts';
import { parseJsonOrTerraform } from '../text/terraform.ts';
import { fieldOf, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

const COMMAND = /--rate-limit-threshold-count\b/;
const BACKENDS =
  'Each backend counts for itself, and it is not documented in which way; the lane counts over a sliding window.';

export const cloudArmor: ConfigReader = {
  id: 'sliding-log',
  name: 'Google Cloud Armor',
  language: 'yaml',
  sign: /\brate_?limit_?threshold\b|--rate-limit-threshold-count\b/i,
  understands: 'the rate limit threshold of a rule in Terraform, JSON or YAML, or in a gcloud command',
  readsTerraform: true,
  read(text, findings) {
    const rules = COMMAND.test(text)
      ? rulesOfCommands(text)
      : [...partsOf(parseJsonOrTerraform(text, findings))].map(({ tree }) => tree);
    for (const rule of rules) {
      const options = fieldOf(rule, 'rateLimitOptions');
      if (options !== undefined) readRule(rule, options, findings);
    }
  },
};

function readRule(rule: Tree, options: Tree, findings: Findings): void {
  const threshold = fieldOf(options, 'rateLimitThreshold');
  const line = threshold?.line ?? options.line;
  const n = numberAt(fieldOf(threshold, 'count'), 'count', line, findings);
  const interval = numberAt(fieldOf(threshold, 'intervalSec'), 'interval_sec', line, findings);
  if (n === null || interval === null) return;
  const ban = textOf(fieldOf(options, 'banDurationSec'));
  const exceed = textOf(fieldOf(options, 'exceedAction')) ?? 'deny';
  const several = fieldOf(options, 'enforceOnKeyConfigs');
  const one = fieldOf(options, 'enforceOnKey');
  const key = several === undefined && one === undefined ? 'ALL' : one === undefined ? 'several keys' : saidIn(one);
  findings.limit(
    line,
    `${n} in ${interval} s${key === 'ALL' ? '' : `, by ${brief(key)}`}`,
    { n, T: interval * SECOND, capacity: null },
    {},
    [
      BACKENDS,
      ban !== undefined && `Whoever exceeds it is shut out for ${brief(ban)} s, which the lane does not do.`,
      !/^deny/i.test(exceed) && `Its exceed action is ${brief(exceed)}: the lane refuses instead.`,
      textOf(fieldOf(rule, 'preview')) === 'true' && 'preview is true: the rule refuses nothing; the lane refuses.',
      !/^(ALL|((XFF|USER)_)?IP)$/i.test(key) && countsBy(key),
    ],
    { key: key.toUpperCase() === 'ALL' ? 'all' : 'each' },
  );
}

const FLAG = /(?<=^|\s)--([a-z-]{1,60})(?:(?:=|\s{1,9}(?!-))("[^"\n]*"|'[^'\n]*'|[^\s"']+))?/g;

/** The flags of each gcloud command as a rule has them: `--enforce-on-key=IP`. */
function rulesOfCommands(text: string): readonly Tree[] {
  const rules: Tree[] = [];
  let flags = new Map<string, Tree>();
  for (const [index, row] of text.split('\n').entries()) {
    for (const [, name = '', value = 'true'] of row.matchAll(FLAG))
      flags.set(name, { ...NOTHING, line: index + 1, value: value.replace(/^["']|["']$/g, '') });
    if (/\\\s*$/.test(row)) continue;
    const count = flags.get('rate-limit-threshold-count');
    const interval = flags.get('rate-limit-threshold-interval-sec');
    if (count !== undefined) {
      const { line } = count;
      const threshold = mapOf(line, [
        ['count', count],
        ['intervalSec', interval],
      ]);
      rules.push(
        mapOf(line, [...flags, ['rateLimitOptions', mapOf(line, [...flags, ['rateLimitThreshold', threshold]])]]),
      );
    }
    flags = new Map();
  }
  return rules;
}

function mapOf(line: number, fields: readonly (readonly [string, Tree | undefined])[]): Tree {
  const known = fields.flatMap(([name, tree]) => (tree === undefined ? [] : [[name, tree] as const]));
  return { ...NOTHING, line, fields: new Map(known) };
}
