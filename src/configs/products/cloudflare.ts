/** Cloudflare's rate limiting rules, as its API takes them. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { HOUR, MINUTE, secondsText } from '../text/durations.ts';
import { fieldOf, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { parseJsonOrTerraform } from '../text/terraform.ts';
import { brief, checkNames, numberAt, timeAt } from '../values.ts';
import { limitsOnly } from '../commonNotes.ts';

export const cloudflare: ConfigProduct = {
  id: 'cloudflare',
  aliases: [],
  fileName: 'rule.json',
  language: 'json',
  sign: /\b(requests|score)_per_period\b/,
  understands: 'ratelimit of a rule with period and requests_per_period, in JSON or Terraform',
  readsTerraform: true,
  timeGrid: { spans: [10 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR] },
  sharesLimits: true,
  print: ({ policy: { n, T }, options, key }) =>
    `"action": "block",\n"ratelimit": {\n  "characteristics": ["cf.colo.id"${key === 'all' ? '' : ', "ip.src"'}],\n` +
    `  "period": ${secondsText(T)},\n  "requests_per_period": ${n},\n` +
    `  "mitigation_timeout": ${options['mitigationTimeout']}\n}\n`,
  read(text, findings) {
    for (const { tree } of partsOf(parseJsonOrTerraform(text, findings))) {
      const limit = fieldOf(tree, 'ratelimit');
      if (limit !== undefined) readRule(tree, limit, findings);
    }
  },
};

const READ = ['period', 'requests_per_period', 'mitigation_timeout', 'characteristics'];
const OTHERS = /^(countingexpression|requeststoorigin|score.*)$/;

function readRule(rule: Tree, limit: Tree, findings: Findings): void {
  const { line } = limit;
  const description = textOf(fieldOf(rule, 'description'));
  const name = description === undefined ? '' : `${brief(description)}: `;
  if (textOf(fieldOf(limit, 'score_per_period')) !== undefined) {
    findings.problem(line, `${name}score_per_period limits a score that responses give, which a lane does not have.`);
    return;
  }
  if (limit.isComputed === true) {
    findings.problem(line, `${name}ratelimit is ${brief(saidIn(limit))}, whose value is not known here.`);
    return;
  }
  checkNames(limit.fields ?? [], 'ratelimit', READ, OTHERS, findings);
  const n = numberAt(fieldOf(limit, 'requests_per_period'), 'requests_per_period', line, findings);
  const T = timeAt(fieldOf(limit, 'period'), 'period', line, SECOND, findings);
  const timeout = numberAt(fieldOf(limit, 'mitigation_timeout'), 'mitigation_timeout', line, findings, 10);
  if (n === null || T === null || timeout === null) return;
  findings.limit(
    line,
    `${name}${n} per ${T / SECOND} s`,
    { n, T, capacity: null },
    { mitigationTimeout: timeout },
    [...notesOn(rule, limit), noteOnKeys(fieldOf(limit, 'characteristics'))],
    { key: isOfAll(fieldOf(limit, 'characteristics')) ? 'all' : 'each' },
  );
}

/** The data centre alone tells no client from another. */
function isOfAll(keys: Tree | undefined): boolean {
  const items = keys?.items ?? [];
  return items.length > 0 && items.every((key) => textOf(key) === 'cf.colo.id' && key.isComputed !== true);
}

function noteOnKeys(keys: Tree | undefined): string | false {
  const other = keys?.items?.find((key) => textOf(key) === undefined || key.isComputed === true);
  const isAbsent = keys === undefined || (keys.value === null && keys.fields === null && keys.items === null);
  if (isAbsent || (keys.items !== null && other === undefined)) return false;
  const said = other === undefined ? brief(saidIn(keys)) : `a list with ${brief(saidIn(other))}`;
  return `characteristics is ${said}, not a list of strings: the lane has a limit for each key.`;
}

function notesOn(rule: Tree, limit: Tree): readonly (string | false)[] {
  const action = textOf(fieldOf(rule, 'action')) ?? 'block';
  const expression = textOf(fieldOf(rule, 'expression')) ?? 'true';
  const counted = textOf(fieldOf(limit, 'counting_expression')) ?? '';
  return [
    action !== 'block' && `Its action is ${action}: the lane refuses instead.`,
    textOf(fieldOf(rule, 'enabled')) === 'false' &&
      'enabled is false: the rule is off and refuses nothing; the lane refuses.',
    expression !== 'true' && limitsOnly(`requests with ${brief(expression)}`),
    counted !== '' && `It counts only requests with ${brief(counted)}; the lane counts all.`,
    textOf(fieldOf(limit, 'requests_to_origin')) === 'true' &&
      'It counts only requests that reach the origin, and none that the cache answers; the lane counts all.',
  ];
}
