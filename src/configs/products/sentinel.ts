/** Flow rules of Sentinel in JSON. */
import { MILLISECOND, microsFromSeconds, SECOND, type Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigProduct } from '../product.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { decimal } from '../text/durations.ts';
import { fieldOf, parseJson, partsOf, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt } from '../values.ts';

/** By controlBehavior. */
const BEHAVIORS = ['default', 'warm-up', 'throttling', 'warm-up-throttling'];
const COLD_FACTOR = 3;

export const sentinel: ConfigProduct = {
  id: 'sentinel',
  aliases: [],
  fileName: 'flow-rules.json',
  language: 'json',
  sign: /\b(controlBehavior|maxQueueingTimeMs|warmUpPeriodSec|FlowRule)\b|"grade"/,
  understands: 'flow rules with a count, in JSON',
  shared: {
    is: 'one count for all callers of the resource',
    perClient: 'Rules for hot parameters limit each value of a parameter.',
  },
  print({ policy: { n, T }, options }) {
    const queueing = microsFromSeconds(options['maxQueueingTime'] as number);
    if (queueing % MILLISECOND !== 0)
      throw new CannotPrintError('maxQueueingTime must be a whole number of milliseconds in Sentinel.');
    return (
      `[\n  {\n    "resource": "api",\n    "grade": 1,\n    "count": ${decimal(n / (T / SECOND))},\n` +
      `    "controlBehavior": ${BEHAVIORS.indexOf(options['behavior'] as string)},\n` +
      `    "warmUpPeriodSec": ${options['warmUpPeriod']},\n` +
      `    "maxQueueingTimeMs": ${queueing / MILLISECOND}\n  }\n]\n`
    );
  },
  notes: ({ options }) =>
    options['coldFactor'] === COLD_FACTOR || !(options['behavior'] as string).startsWith('warm-up')
      ? []
      : [
          `The cold factor is a property of the JVM, csp.sentinel.flow.cold.factor: set it to ${options['coldFactor']}.`,
        ],
  read(text, findings) {
    for (const { tree } of partsOf(parseJson(text, findings)))
      if (tree.fields?.has('count') === true) readRule(tree, findings);
  },
};

const READ = ['count', 'controlBehavior', 'warmUpPeriodSec', 'maxQueueingTimeMs'];
/** Some of them are written by its dashboard. */
const OTHERS =
  /^(id|resource|limitapp|regex|grade|strategy|refresource|controller|clustermode|clusterconfig|app|ip|port|gmtcreate|gmtmodified)$/;

function readRule(rule: Tree, findings: Findings): void {
  checkNames(rule.fields ?? [], 'a flow rule', READ, OTHERS, findings);
  const { line } = fieldOf(rule, 'count') ?? rule;
  const count = numberAt(fieldOf(rule, 'count'), 'count', line, findings);
  const grade = textOf(fieldOf(rule, 'grade')) ?? '1';
  const behavior = BEHAVIORS[Number(textOf(fieldOf(rule, 'controlBehavior')) ?? 0)];
  const warmUpPeriod = numberAt(fieldOf(rule, 'warmUpPeriodSec'), 'warmUpPeriodSec', line, findings, 10);
  const queueing = numberAt(fieldOf(rule, 'maxQueueingTimeMs'), 'maxQueueingTimeMs', line, findings, 500);
  if (count === null || warmUpPeriod === null || queueing === null) return;
  const policy = policyOfDoubleRate(count, findings.keepT);
  if (grade !== '1') findings.problem(line, `grade is ${brief(grade)}: only 1, requests a second, is a rate limit.`);
  else if (behavior === undefined) findings.problem(line, 'controlBehavior is a number from 0 to 3.');
  else if (policy === null) findings.problem(line, noPolicyText(`count is ${count}`));
  else {
    const options: Options = { behavior, warmUpPeriod, maxQueueingTime: queueing / 1_000 };
    const limitApp = textOf(fieldOf(rule, 'limitApp')) ?? 'default';
    const resource = textOf(fieldOf(rule, 'resource'));
    findings.limit(
      line,
      `count ${count}${resource === undefined ? '' : `, of ${brief(resource)}`}`,
      { ...policy, capacity: null },
      options,
      [
        limitApp !== 'default' &&
          `limitApp is ${brief(limitApp)}: only what that caller sends counts; in the lane all does.`,
        textOf(fieldOf(rule, 'clusterMode')) === 'true' && 'It is a cluster’s limit: the lane counts in one process.',
        (textOf(fieldOf(rule, 'strategy')) ?? '0') !== '0' &&
          'It is decided by another resource’s traffic, which the lane does not have.',
      ],
    );
  }
}
