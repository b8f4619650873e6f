/** Throttling of Amazon API Gateway: of a usage plan, or of the methods of a stage. */
import { SECOND, type Policy } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { decimal } from '../text/durations.ts';
import { NOTHING, treeOf } from '../text/codeTree.ts';
import { callsIn } from '../text/source.ts';
import { fieldOf, partsOf, sameName, textOf, type Located, type Tree } from '../text/tree.ts';
import { parseJsonOrTerraform } from '../text/terraform.ts';
import { brief, numberAt } from '../values.ts';

const rate = ({ n, T }: Policy) => decimal(n / (T / SECOND));

/** The AWS CDK, in TypeScript or Python. */
const CODE = /\bnew\s{1,9}[\w.]{1,100}\(|\.add(UsagePlan|ApiStage|Stage)\(|\bThrottleSettings\(/;
/** A template may have code in it, too. */
const TEMPLATE = /\bAWS::/;

export const awsApiGateway: ConfigProduct = {
  id: 'aws-api-gateway',
  aliases: ['aws'],
  fileName: 'throttle.json',
  language: 'json',
  sign: /\b(throttling_?)?rate_?limit["']?\s*[:=]/i,
  alsoSign: /burst_?limit/i,
  understands:
    'rateLimit and burstLimit of a usage plan or of a stage’s methods, in JSON, YAML or Terraform, or in code of the AWS CDK',
  readsTerraform: true,
  codeSign: CODE,
  sharesLimits: true,
  print: ({ policy, key }) =>
    key === 'all'
      ? `{"throttlingRateLimit": ${rate(policy)}, "throttlingBurstLimit": ${policy.capacity}}\n`
      : `{"throttle": {"rateLimit": ${rate(policy)}, "burstLimit": ${policy.capacity}}}\n`,
  read(text, findings) {
    const isCode = CODE.test(text) && !TEMPLATE.test(text);
    const trees = isCode ? treesInCode(text, findings) : parseJsonOrTerraform(text, findings);
    for (const part of partsOf(trees)) {
      readQuota(fieldOf(part.tree, 'quota') ?? fieldOf(part.tree, 'quota_settings'), findings);
      readThrottle(part, findings);
    }
  },
};

const CONSTRUCTS =
  'RestApi LambdaRestApi SpecRestApi Stage HttpStage WebSocketStage UsagePlan addUsagePlan addApiStage addStage ThrottleSettings'.split(
    ' ',
  );
/** Of HTTP and WebSocket APIs, which have no usage plans. */
const OF_STAGE = /^(HttpS|WebSocketS|S|addS)tage$/;

/** The settings of each construct, also where they are made within those of another. */
function treesInCode(text: string, findings: Findings): readonly Tree[] {
  const language = /\bThrottleSettings\(/.test(text) ? 'python' : 'javascript';
  return callsIn(text, language, CONSTRUCTS, findings).map((call) => {
    if (call.name === 'addApiStage' && /\bthrottle\b/.test(call.text))
      findings.problem(call.line, `The limits of single methods in ${call.name} are not read from code.`);
    const settings = [...call.args, ...call.named.values()].filter(({ kind }) => kind === 'object');
    const fields = [...settings.flatMap((value) => [...(treeOf(value).fields ?? [])]), ...(treeOf(call).fields ?? [])];
    const own = new Map(fields);
    const throttle = own.get('throttle');
    if (throttle === undefined || !OF_STAGE.test(call.name)) return { ...NOTHING, line: call.line, fields: own };
    const ofStage = [...(throttle.fields ?? [])].map(([name, tree]) => [`throttling${name}`, tree] as const);
    return { ...throttle, fields: new Map(ofStage) };
  });
}

function readQuota(quota: Tree | undefined, findings: Findings): void {
  const limit = textOf(fieldOf(quota, 'limit'));
  if (quota === undefined || limit === undefined) return;
  // In code, `Period.DAY`.
  const period = (textOf(fieldOf(quota, 'period')) ?? 'period').replace(/^.*\./, '').toLowerCase();
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
  return sameName(map, 'throttle') ||
    sameName(map, 'methodSettings') ||
    sameName(map, 'methodOptions') ||
    sameName(map, 'routeSettings')
    ? name
    : '';
}

function methodPath(settings: Tree | undefined): string | undefined {
  const path = textOf(fieldOf(settings, 'method_path'));
  return path === '*/*' ? '' : path;
}
