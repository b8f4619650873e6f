/** Throttling of Amazon API Gateway: of a usage plan, or of the methods of a stage. */
import { SECOND, type Policy } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { decimal } from '../text/durations.ts';
import { fieldOf, partsOf, sameName, textOf, type Located, type Tree } from '../text/tree.ts';
import { parseJsonOrTerraform } from '../text/terraform.ts';
import { brief, numberAt } from '../values.ts';

const rate = ({ n, T }: Policy) => decimal(n / (T / SECOND));

export const awsApiGateway: ConfigProduct = {
  id: 'aws-api-gateway',
  aliases: ['aws'],
  fileName: 'throttle.json',
  language: 'json',
  sign: /\b(throttling_?)?rate_?limit["']?\s*[:=]/i,
  alsoSign: /\b(throttling_?)?burst/i,
  understands: 'rateLimit and burstLimit of a usage plan or of a stage’s methods, in JSON, YAML or Terraform',
  readsTerraform: true,
  sharesLimits: true,
  print: ({ policy, key }) =>
    key === 'all'
      ? `{"throttlingRateLimit": ${rate(policy)}, "throttlingBurstLimit": ${policy.capacity}}\n`
      : `{"throttle": {"rateLimit": ${rate(policy)}, "burstLimit": ${policy.capacity}}}\n`,
  read(text, findings) {
    for (const part of partsOf(parseJsonOrTerraform(text, findings))) {
      readQuota(fieldOf(part.tree, 'quota') ?? fieldOf(part.tree, 'quota_settings'), findings);
      readThrottle(part, findings);
    }
  },
};

function readQuota(quota: Tree | undefined, findings: Findings): void {
  const limit = textOf(fieldOf(quota, 'limit'));
  if (quota === undefined || limit === undefined) return;
  const period = (textOf(fieldOf(quota, 'period')) ?? 'period').toLowerCase();
  findings.problem(quota.line, `The quota of ${brief(limit)} a ${brief(period)} is not part of the lane.`);
}

function readThrottle(part: Located, findings: Findings): void {
  const { tree } = part;
  // Of a stage: a usage plan's are of each API key.
  const ofStage = fieldOf(tree, 'throttlingRateLimit');
  const limit = fieldOf(tree, 'rateLimit') ?? ofStage;
  const burst = fieldOf(tree, 'burstLimit') ?? fieldOf(tree, 'throttlingBurstLimit');
  // Other products have a map of that name.
  if (limit === undefined || limit.fields !== null || (burst === undefined && limit.value === null)) return;
  const { line } = limit;
  const value = numberAt(limit, 'rateLimit', line, findings);
  const capacity = numberAt(burst, 'burstLimit', line, findings);
  if (value === null || capacity === null) return;
  const policy = policyOfDoubleRate(value, findings.keepT);
  const method = methodOf(part);
  const isOfPlan = limit !== ofStage;
  const place = method === '' ? '' : `, for ${brief(method)}`;
  if (policy === null) findings.problem(line, noPolicyText(`rateLimit is ${value}`));
  else
    findings.limit(
      line,
      `rateLimit ${value}, burstLimit ${capacity}${place}`,
      { ...policy, capacity },
      {},
      [isOfPlan && method !== '' && 'It stands in for the limit of the usage plan, for this method.'],
      { key: isOfPlan ? 'each' : 'all', isException: isOfPlan && method !== '' },
    );
}

/** `GET /x`, or as the text has it: `/x/GET`. Empty where the limit is of all methods. */
function methodOf({ path, within, tree }: Located): string {
  const resource = textOf(fieldOf(tree, 'resourcePath'));
  if (resource !== undefined) return `${textOf(fieldOf(tree, 'httpMethod')) ?? '*'} ${resource}`;
  // Terraform names it beside the limit, or where the settings of a method are.
  const named = textOf(fieldOf(tree, 'path')) ?? textOf(fieldOf(tree, 'route_key')) ?? methodPath(within.at(-1));
  if (named !== undefined) return named;
  const [map = '', name = ''] = path.slice(-2);
  return sameName(map, 'throttle') || sameName(map, 'methodSettings') || sameName(map, 'routeSettings') ? name : '';
}

function methodPath(settings: Tree | undefined): string | undefined {
  const path = textOf(fieldOf(settings, 'method_path'));
  return path === '*/*' ? '' : path;
}
