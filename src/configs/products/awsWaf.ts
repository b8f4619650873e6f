/** Rate-based rules of AWS WAF. Its documentation says that it estimates the rate, and acts on it with a delay. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { COUNTS_REFUSED, countsBy, limitsOnly } from '../commonNotes.ts';
import { treesInCode } from '../text/codeTree.ts';
import { parseJsonOrTerraform, TERRAFORM } from '../text/terraform.ts';
import { fieldOf, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

/** The AWS CDK, Pulumi, or an SDK. */
const CODE = /(web_?acl|rule_?group)\w{0,40}\(|Cfn(WebACL|RuleGroup)\b|RateBasedStatement(Property|Args)\b/i;
/** A template may have such names in it, too. */
const TEMPLATE = /\bAWS::/;
const LATE =
  'It estimates the rate from time to time, giving more weight to recent requests, and acts with a delay, usually of less than 30 s: more gets through than in the lane.';

export const awsWaf: ConfigReader = {
  id: 'sliding-log',
  name: 'AWS WAF',
  language: 'json',
  sign: /rate_?based_?statement/i,
  understands:
    'the limit and the evaluation window of a rate-based statement, in JSON, YAML or Terraform, or in code of the AWS CDK or Pulumi, but not in Java',
  readsTerraform: true,
  codeSign: CODE,
  read(text, findings) {
    const trees =
      CODE.test(text) && !TEMPLATE.test(text) && !TERRAFORM.test(text)
        ? treesInCode(
            text,
            ['rateBasedStatement', 'name', 'action', 'statement'],
            'RateBasedStatementProperty',
            findings,
          )
        : parseJsonOrTerraform(text, findings);
    for (const { tree, within } of partsOf(trees)) {
      const statement = fieldOf(tree, 'rateBasedStatement');
      if (statement !== undefined) readStatement(statement, [tree, ...within.toReversed()], findings);
      // Of modules of Terraform, in which a rule may have the settings itself.
      for (const rule of fieldOf(tree, 'rateBasedStatementRules')?.items ?? [])
        readStatement(fieldOf(rule, 'statement') ?? rule, [rule], findings);
    }
  },
};

/** @param around what it stands in, from the inside out: one of them is its rule */
function readStatement(statement: Tree, around: readonly Tree[], findings: Findings): void {
  const { line } = statement;
  if (statement.fields === null) {
    findings.problem(line, `The rate-based statement is ${brief(saidIn(statement))}, whose value is not known here.`);
    return;
  }
  const n = numberAt(fieldOf(statement, 'limit'), 'limit', line, findings);
  const window = numberAt(fieldOf(statement, 'evaluationWindowSec'), 'evaluationWindowSec', line, findings, 300);
  if (n === null || window === null) return;
  const rule = around.find((tree) => (fieldOf(tree, 'action') ?? fieldOf(tree, 'name')) !== undefined);
  const name = textOf(fieldOf(rule, 'name'));
  const by = fieldOf(statement, 'aggregateKeyType');
  const key = by === undefined ? 'IP' : saidIn(by);
  const action = actionOf(fieldOf(rule, 'action'));
  findings.limit(
    line,
    `${name === undefined ? '' : `${brief(name)}: `}limit ${n} in ${window} s`,
    { n, T: window * SECOND, capacity: null },
    {},
    [
      LATE,
      COUNTS_REFUSED,
      action !== 'block' && `Its action is ${brief(action)}: the lane refuses instead.`,
      fieldOf(statement, 'scopeDownStatement') !== undefined &&
        limitsOnly('requests that match its scope-down statement'),
      !/^(IP|FORWARDED_IP|CONSTANT)$/.test(key) && countsBy(key === 'CUSTOM_KEYS' ? 'its custom keys' : key),
    ],
    { key: key === 'CONSTANT' ? 'all' : 'each' },
  );
}

/** `block {}`, or in a module `"block"`; where a module has dynamic blocks, or a template `!If`, one of several. */
function actionOf(action: Tree | undefined): string {
  return action === undefined ? 'block' : [...new Set(actionsIn(action))].join(' or ').toLowerCase() || 'unknown';
}

function actionsIn(action: Tree): readonly string[] {
  const said = textOf(action);
  if (said !== undefined) return [said];
  const choice = fieldOf(action, 'Fn::If') ?? action;
  // The first is the condition.
  return choice.items?.slice(1).flatMap(actionsIn) ?? [...(action.fields?.keys() ?? [])];
}
