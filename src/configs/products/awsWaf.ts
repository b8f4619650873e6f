/** Rate-based rules of AWS WAF. Its documentation says that it estimates the rate, and acts on it with a delay. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { COUNTS_REFUSED, countsBy, limitsOnly } from '../commonNotes.ts';
import { treeOf } from '../text/codeTree.ts';
import { recordsIn } from '../text/records.ts';
import { callsIn } from '../text/source.ts';
import { parseJsonOrTerraform } from '../text/terraform.ts';
import { fieldOf, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

/** The AWS CDK, in TypeScript or Python. */
const CODE = /\bCfn(WebACL|RuleGroup)\b|\bRateBasedStatementProperty\b/;
const LATE =
  'It estimates the rate now and then, with more weight on the latest requests, and acts with a delay, usually below half a minute: more gets through than in the lane.';

export const awsWaf: ConfigReader = {
  id: 'sliding-log',
  name: 'AWS WAF',
  language: 'json',
  sign: /rate_?based_?statement/i,
  understands:
    'the limit and the evaluation window of a rate-based statement, in JSON, YAML or Terraform, or in code of the AWS CDK',
  readsTerraform: true,
  codeSign: CODE,
  read(text, findings) {
    if (CODE.test(text)) {
      for (const statement of statementsInCode(text, findings)) readStatement(statement, [], findings);
      return;
    }
    for (const { tree, within } of partsOf(parseJsonOrTerraform(text, findings))) {
      const statement = fieldOf(tree, 'rateBasedStatement');
      if (statement !== undefined) readStatement(statement, [tree, ...within.toReversed()], findings);
    }
  },
};

function statementsInCode(text: string, findings: Findings): readonly Tree[] {
  const calls = callsIn(text, 'python', ['RateBasedStatementProperty'], findings).map(treeOf);
  const objects = recordsIn(text, 'javascript', ['rateBasedStatement']).flatMap(({ fields }) => [...fields.values()]);
  return [...calls, ...objects.filter(({ kind }) => kind === 'object').map(treeOf)];
}

/** @param around what it stands in, from the inside out: one of them is its rule */
function readStatement(statement: Tree, around: readonly Tree[], findings: Findings): void {
  const { line } = statement;
  const n = numberAt(fieldOf(statement, 'limit'), 'limit', line, findings);
  const window = numberAt(fieldOf(statement, 'evaluationWindowSec'), 'evaluationWindowSec', line, findings, 300);
  if (n === null || window === null) return;
  const rule = around.find((tree) => fieldOf(tree, 'action') !== undefined);
  const [action = 'block'] = [...(fieldOf(rule, 'action')?.fields?.keys() ?? [])].map((name) => name.toLowerCase());
  const name = textOf(fieldOf(rule, 'name'));
  const by = fieldOf(statement, 'aggregateKeyType');
  const key = by === undefined ? 'IP' : saidIn(by);
  findings.limit(
    line,
    `${name === undefined ? '' : `${brief(name)}: `}limit ${n}, in ${window} s`,
    { n, T: window * SECOND, capacity: null },
    {},
    [
      LATE,
      COUNTS_REFUSED,
      action !== 'block' && `Its action is ${brief(action)}: the lane refuses instead.`,
      fieldOf(statement, 'scopeDownStatement') !== undefined &&
        limitsOnly('requests that its scope-down statement takes'),
      !/^(IP|FORWARDED_IP|CONSTANT)$/.test(key) && countsBy(key),
    ],
    { key: key === 'CONSTANT' ? 'all' : 'each' },
  );
}
