/** Limits of cloud products that have no limiter here: each is a lane that counts over a sliding window, with notes. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

/** `5: 20 per 90 for each, sliding-log`; those of one group with its mark. */
function foundIn(text: string): readonly string[] {
  return readConfig(text).limits.map(
    ({ line, policy: { n, T }, key, limiter, group }) =>
      `${line}: ${n} per ${T / 1e6} for ${key ?? 'each'}, ${limiter}${group === undefined ? '' : `, ${group}`}`,
  );
}
const notesIn = (text: string) => readConfig(text).limits.map(({ notes }) => notes.slice(1));
const problemsIn = (text: string) => readConfig(text).problems.map(({ line, message }) => `${line}: ${message}`);

describe('Azure API Management', () => {
  const POLICIES = `<policies>
  <inbound>
    <!-- <rate-limit calls="1" renewal-period="1" /> -->
    <rate-limit calls="20" renewal-period='90' remaining-calls-variable-name="left">
      <api name="pets" calls="10" renewal-period="60">
        <operation id="get" calls="5" renewal-period="60" />
      </api>
    </rate-limit>
    <rate-limit-by-key calls="10"
      renewal-period="60" increment-condition="@(context.Response.StatusCode == 200)"
      counter-key="@(context.Request.Headers.GetValueOrDefault("Authorization","").AsJwt()?.Subject)" />
    <quota calls="10000" bandwidth="40000" renewal-period="3600" />
  </inbound>
</policies>
`;

  it('has the limits of its policies, those of all requests in one group', () => {
    const { product, readAs } = readConfig(POLICIES);
    expect({ product, readAs }).toEqual({ product: 'sliding-log', readAs: 'Azure API Management' });
    expect(foundIn(POLICIES)).toEqual([
      '4: 20 per 90 for each, sliding-log, 1',
      '5: 10 per 60 for each, sliding-log',
      '6: 5 per 60 for each, sliding-log',
      '9: 10 per 60 for each, sliding-log, 1',
      '12: 10000 per 3600 for each, fixed-window, 1',
    ]);
    expect(notesIn(POLICIES)).toEqual([
      [],
      ['It limits only requests of the api pets; the lane limits all.'],
      ['It limits only requests of the operation get; the lane limits all.'],
      [
        'It counts by @(context.Request.Headers.GetValueOrDefault("Authorization"…; the lane counts for each client.',
        'It counts only requests with @(context.Response.StatusCode == 200); the lane counts all.',
      ],
      [],
    ]);
    expect(problemsIn(POLICIES)).toEqual(['12: bandwidth of quota limits kilobytes, not requests.']);
  });

  it('has those of Terraform and of JSON, each document by itself', () => {
    const document = (calls: number) => `<policies><rate-limit calls="${calls}" renewal-period="1" /></policies>`;
    expect(foundIn(`resource "a" "b" {\n  xml_content = <<XML\n${document(1)}\n${document(2)}\nXML\n}\n`)).toEqual([
      '3: 1 per 1 for each, sliding-log, 1',
      '4: 2 per 1 for each, sliding-log, 2',
    ]);
    expect(foundIn(JSON.stringify({ value: document(3) }))).toEqual(['1: 3 per 1 for each, sliding-log, 1']);
  });

  it('says what is no lane, or only where a condition holds', () => {
    const byKey = (settings: string) => `<rate-limit-by-key counter-key="@(context.Request.IpAddress)" ${settings} />`;
    expect(problemsIn(byKey('calls="{{limit}}" renewal-period="60"'))).toEqual([
      '1: calls is {{limit}}, not a number.',
    ]);
    expect(problemsIn('<quota calls="5" renewal-period="0" />')).toEqual([
      '1: quota has a renewal-period of 0, so its 5 calls are never renewed: no lane does that.',
    ]);
    const choice = `<choose><when condition="@(1 > 0)">${byKey('calls="5" renewal-period="60"')}</when></choose>`;
    expect(foundIn(choice)).toEqual(['1: 5 per 60 for each, sliding-log']);
    expect(notesIn(choice)).toEqual([['A condition decides which limits apply to a request; the lane limits all.']]);
  });

  it('names the other policies that limit, and reads none of them', () => {
    const tokens = '<llm-token-limit counter-key="@(context.Subscription.Id)" tokens-per-minute="500" />';
    expect(readConfig(tokens)).toMatchObject({ product: '', isUnread: true });
    expect(problemsIn(tokens)).toEqual(['1: llm-token-limit limits tokens, not requests.']);
    const policies = `<policies>\n<azure-openai-token-limit tokens-per-minute="9" />\n<rate-limit calls="5" renewal-period="60" />\n<limit-concurrency key="a" max-count="3" />\n</policies>`;
    expect(foundIn(policies)).toEqual(['3: 5 per 60 for each, sliding-log, 1']);
    expect(problemsIn(policies)).toEqual([
      '2: azure-openai-token-limit limits tokens, not requests.',
      '4: limit-concurrency limits requests in progress, not their rate.',
    ]);
  });

  it('has one count for all where the key is a constant, and none of its own where each counts as 1', () => {
    const byKey = (key: string) => `<rate-limit-by-key calls="5" renewal-period="60" counter-key="${key}" />`;
    for (const key of ['global', '@("global")']) {
      expect(foundIn(byKey(key))).toEqual(['1: 5 per 60 for all, sliding-log, 0']);
      expect(notesIn(byKey(key))).toEqual([[]]);
    }
    expect(foundIn(byKey('{{key}}'))).toEqual(['1: 5 per 60 for each, sliding-log, 0']);
    expect(notesIn(byKey('@(context.Request.IpAddress)" increment-count="1'))).toEqual([[]]);
    expect(notesIn(byKey('@(context.Request.IpAddress)" increment-count="2'))).toEqual([
      ['increment-count is 2; in the lane a request counts its own cost.'],
    ]);
  });

  it('says when the periods of a quota start', () => {
    const startOf = (text: string) => readConfig(text).limits[0]?.notes[0];
    expect(startOf('<quota calls="5" renewal-period="300" />')).toBe(
      'Its periods start with the subscription; the lane’s start with its clock.',
    );
    expect(startOf('<quota-by-key calls="5" renewal-period="300" counter-key="a" />')).toBe(
      'Its periods start at first-period-start; the lane’s start with its clock.',
    );
  });

  it('is read with whatever escapes its quotes, brackets and lines, and with a key before calls', () => {
    const found = ['1: 10 per 60 for each, sliding-log, 1'];
    const policies = `<policies>\r\n<rate-limit-by-key calls="10"\r\n\trenewal-period="60" counter-key="@(context.Request.IpAddress)" />\r\n</policies>`;
    const json = JSON.stringify({ value: policies });
    expect(foundIn(json)).toEqual(found);
    expect(foundIn(json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003E').replaceAll('\\"', '\\u0022'))).toEqual(
      found,
    );
    const key = '@(context.Request.Headers.First(h => h.Key == &quot;a&quot;).Value)';
    const byKey = `<rate-limit-by-key counter-key="${key}" calls="7" renewal-period="60" />`;
    expect(foundIn(byKey)).toEqual(['1: 7 per 60 for each, sliding-log, 0']);
    expect(notesIn(byKey)).toEqual([
      ['It counts by @(context.Request.Headers.First(h => h.Key == "a").Value); the lane counts for each client.'],
    ]);
  });

  it.each(['@(a + ")" )', "@(a.Split('(')[0])", '@{ // (\n return "a"; }'])(
    'an expression ends where it does: %j',
    (key) => {
      const next = '<rate-limit calls="8" renewal-period="15" />';
      const line = key.split('\n').length;
      expect(foundIn(`<rate-limit-by-key calls="3" counter-key="${key}" renewal-period="15" />${next}`)).toEqual([
        '1: 3 per 15 for each, sliding-log, 0',
        `${line}: 8 per 15 for each, sliding-log, 0`,
      ]);
    },
  );

  it('says that a setting is empty', () => {
    expect(problemsIn('<rate-limit calls="" renewal-period="60" />')).toEqual(['1: calls is empty, not a number.']);
  });
});

describe('AWS WAF', () => {
  const statement = (settings: string, action = 'block') =>
    `resource "aws_wafv2_web_acl" "a" {\n  rule {\n    name = "r"\n    action { ${action} {} }\n    statement {\n      rate_based_statement {\n        ${settings}\n      }\n    }\n  }\n}\n`;

  it.each([
    [statement('limit = 10000'), '6: 10000 per 300 for each, sliding-log'],
    [
      statement('limit = 10\n        evaluation_window_sec = 60\n        aggregate_key_type = "CONSTANT"'),
      '6: 10 per 60 for all, sliding-log',
    ],
    [
      '{"Statement":{"RateBasedStatement":{"Limit":2000,"AggregateKeyType":"FORWARDED_IP"}}}',
      '1: 2000 per 300 for each, sliding-log',
    ],
    [
      'Rules:\n  - Statement:\n      RateBasedStatement:\n        Limit: 500\n        EvaluationWindowSec: 120\n',
      '3: 500 per 120 for each, sliding-log',
    ],
    [
      "new wafv2.CfnWebACL(this, 'A', {\n  rules: [{ statement: { rateBasedStatement: { limit: 100, aggregateKeyType: 'IP' } } }],\n});",
      '2: 100 per 300 for each, sliding-log',
    ],
    [
      'wafv2.CfnWebACL.RateBasedStatementProperty(limit=1_000, evaluation_window_sec=60, aggregate_key_type="IP")',
      '1: 1000 per 60 for each, sliding-log',
    ],
  ])('%j', (text, found) => {
    expect({ found: foundIn(text), readAs: readConfig(text).readAs }).toEqual({ found: [found], readAs: 'AWS WAF' });
  });

  const nameAndNotes = (text: string) =>
    readConfig(text).limits.map(({ what, notes }) => [what, ...notes.filter((note) => note.startsWith('Its action'))]);
  const COUNT = 'Its action is count: the lane refuses instead.';

  it.each([
    [
      'the AWS CDK in TypeScript',
      "new wafv2.CfnWebACL(this, 'A', {\n  name: 'acl',\n  rules: [{ name: 'r', action: { count: {} }, statement: { rateBasedStatement: { limit: 5, aggregateKeyType: 'IP' } } }],\n});\n",
    ],
    [
      'the AWS CDK in Python',
      'wafv2.CfnWebACL(self, "A", name="acl",\n  rules=[wafv2.CfnWebACL.RuleProperty(name="r", action=wafv2.CfnWebACL.RuleActionProperty(count={}),\n    statement=wafv2.CfnWebACL.StatementProperty(rate_based_statement=wafv2.CfnWebACL.RateBasedStatementProperty(limit=5)))])\n',
    ],
    [
      'the AWS CDK in C#',
      'new CfnWebACL.RuleProperty {\n  Name = "r",\n  Action = new CfnWebACL.RuleActionProperty { Count = new CfnWebACL.CountActionProperty {} },\n  Statement = new CfnWebACL.StatementProperty {\n    RateBasedStatement = new CfnWebACL.RateBasedStatementProperty { Limit = 5 }\n  }\n};\n',
    ],
    [
      'the AWS CDK in Go',
      '&awswafv2.CfnWebACL_RuleProperty{\n\tName: jsii.String("r"),\n\tAction: &awswafv2.CfnWebACL_RuleActionProperty{Count: x},\n\tStatement: &awswafv2.CfnWebACL_StatementProperty{\n\t\tRateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{Limit: jsii.Number(5)},\n\t},\n}\n',
    ],
    [
      'Pulumi',
      'const acl = new aws.wafv2.WebAcl("acl", {\n  rules: [{ name: "r", action: { count: {} }, statement: { rateBasedStatement: { limit: 5 } } }],\n});\n',
    ],
    [
      'boto3',
      "client.create_web_acl(\n  Name='acl',\n  Rules=[{'Name': 'r', 'Statement': {'RateBasedStatement': {'Limit': 5}}, 'Action': {'Count': {}}}])\n",
    ],
    [
      'the AWS command line',
      `aws wafv2 create-web-acl --name acl \\\n  --rules '[{"Name":"r","Action":{"Count":{}},"Statement":{"RateBasedStatement":{"Limit":5}}}]'\n`,
    ],
    [
      'a module of Terraform',
      `module "a" {\n  rules = [{ name = "r", action = "count", rate_based_statement = { limit = 5 } }]\n}\n`,
    ],
    [
      'a module of Terraform with a list of its own',
      `module "a" {\n  rate_based_statement_rules = [{ name = "r", action = "count", statement = { limit = 5 } }]\n}\n`,
    ],
    [
      'a module of Terraform without statements',
      `module "a" {\n  rate_based_statement_rules = [{ name = "r", action = "count", limit = 5 }]\n}\n`,
    ],
    [
      'dynamic blocks of Terraform',
      'resource "a" "b" {\n  dynamic "rule" {\n    content {\n      name = "r"\n      action {\n        dynamic "count" {\n          content {}\n        }\n      }\n      statement {\n        dynamic "rate_based_statement" {\n          content {\n            limit = 5\n          }\n        }\n      }\n    }\n  }\n}\n',
    ],
  ])('a rule of %s has its name and its action', (_, text) => {
    expect(nameAndNotes(text)).toEqual([['r: limit 5 in 300 s', COUNT]]);
    expect(problemsIn(text)).toEqual([]);
  });

  it('says that a statement or a limit is elsewhere', () => {
    expect(problemsIn("new CfnWebACL(this, 'A', { rules: [{ statement: { rateBasedStatement: rate } }] });\n")).toEqual(
      ['1: The rate-based statement is rate, whose value is not known here.'],
    );
    expect(problemsIn("new CfnWebACL(this, 'A', [{ rateBasedStatement: { limit: limitOf(x) } }]);\n")).toEqual([
      '1: limit is limitOf(x), not a number.',
    ]);
    const text = 'rate = wafv2.CfnWebACL.RateBasedStatementProperty(limit=5)\nf(rate_based_statement=rate)\n';
    expect(foundIn(text)).toEqual(['1: 5 per 300 for each, sliding-log']);
    expect(problemsIn(text)).toEqual(['2: The rate-based statement is rate, whose value is not known here.']);
  });

  it('reads nothing in a comment of code', () => {
    const text =
      "// rateBasedStatement: { limit: 5 }\nnew CfnWebACL(this, 'A', { /* rateBasedStatement: { limit: 6 } */ });\n";
    expect(foundIn(text)).toEqual([]);
  });

  it('says what the lane does otherwise', () => {
    const LATER = 'It counts refused requests, too, which the lane does not.';
    expect(notesIn(statement('limit = 1\n scope_down_statement { }', 'count'))).toEqual([
      [
        LATER,
        'Its action is count: the lane refuses instead.',
        'It limits only requests that match its scope-down statement; the lane limits all.',
      ],
    ]);
    expect(notesIn(statement('limit = 1\n aggregate_key_type = "CUSTOM_KEYS"'))).toEqual([
      [LATER, 'It counts by its custom keys; the lane counts for each client.'],
    ]);
    expect(problemsIn(statement('limit = var.limit'))).toEqual(['7: limit is var.limit, not a number.']);
  });
});

describe('Google Cloud Armor', () => {
  const rule = (settings: string, threshold = 'count = 100\ninterval_sec = 60') =>
    `resource "google_compute_security_policy" "p" {\nrule {\nrate_limit_options {\n${settings}\nrate_limit_threshold {\n${threshold}\n}\n}\n}\n}\n`;
  const command = (flags: string) =>
    `gcloud compute security-policies rules create 105 \\\n  --action=throttle ${flags} \\\n  --rate-limit-threshold-count=20 \\\n  --rate-limit-threshold-interval-sec 30\n`;

  it.each([
    [rule('enforce_on_key = "IP"'), '5: 100 per 60 for each, sliding-log'],
    [rule(''), '5: 100 per 60 for all, sliding-log'],
    [rule('enforce_on_key_configs {\nenforce_on_key_type = "SNI"\n}'), '7: 100 per 60 for each, sliding-log'],
    // As its documentation has it.
    [rule('enforce_on_key = ""'), '5: 100 per 60 for all, sliding-log'],
    [
      'module "a" {\n  security_rules = { a = {\n    rate_limit_options = {\n      rate_limit_http_request_count = 10\n      rate_limit_http_request_interval_sec = 60\n    }\n  } }\n}\n',
      '3: 10 per 60 for all, sliding-log',
    ],
    [
      'new gcp.compute.SecurityPolicy("a", {\n  rules: [{\n    rateLimitOptions: { enforceOnKey: "IP", rateLimitThreshold: { count: 9, intervalSec: 60 } },\n    match: { config: { srcIpRanges: ["*"] } },\n  }],\n});\n',
      '3: 9 per 60 for each, sliding-log',
    ],
    [command('--enforce-on-key=IP'), '3: 20 per 30 for each, sliding-log'],
    [command(''), '3: 20 per 30 for all, sliding-log'],
    ['- rateLimitOptions:\n    rateLimitThreshold: {count: 5, intervalSec: 10}\n', '2: 5 per 10 for all, sliding-log'],
  ])('%j', (text, found) => {
    const { readAs } = readConfig(text);
    const [limits, problems] = [foundIn(text), problemsIn(text)];
    expect({ limits, problems, readAs }).toEqual({ limits: [found], problems: [], readAs: 'Google Cloud Armor' });
  });

  it('says what the lane does otherwise', () => {
    expect(notesIn(rule('enforce_on_key = "XFF_IP"\nban_duration_sec = 600\nexceed_action = "redirect"'))).toEqual([
      [
        'Whoever exceeds it is banned for 600 s; the lane bans nobody.',
        'Its exceed action is redirect: the lane refuses instead.',
      ],
    ]);
    expect(notesIn(command('--preview --enforce-on-key=http-path'))).toEqual([
      [
        'preview is true: the rule refuses nothing; the lane refuses.',
        'It counts by http-path; the lane counts for each client.',
      ],
    ]);
    expect(problemsIn(rule('', 'count = 100'))).toEqual(['5: interval_sec is missing.']);
    expect(problemsIn('- rateLimitOptions: *a\n  rateLimitThreshold: 1\n')).toContain(
      '1: rate_limit_options is empty, whose value is not known here.',
    );
  });

  const keys = ['IP', 'HTTP_PATH']
    .map((key) => `enforce_on_key_configs {\nenforce_on_key_type = "${key}"\n}\n`)
    .join('');

  it.each([
    [rule(`enforce_on_key = ""\n${keys}`), ['It counts by IP and HTTP_PATH; the lane counts for each client.']],
    [
      command('--enforce-on-key-configs="ip,http-header=A"'),
      ['It counts by ip and http-header=A; the lane counts for each client.'],
    ],
    [command('--enforce-on-key=xff-ip'), []],
    [
      rule('enforce_on_key = "IP"\nban_duration_sec = 90\nban_threshold {\ncount = 1000\ninterval_sec = 300\n}'),
      ['Whoever exceeds it by more than 1000 in 300 s is banned for 90 s; the lane bans nobody.'],
    ],
    [
      command('--ban-duration-sec=90 --ban-threshold-count=7 --ban-threshold-interval-sec=9'),
      ['Whoever exceeds it by more than 7 in 9 s is banned for 90 s; the lane bans nobody.'],
    ],
    [
      command(`--expression='request.path == "/a" && true' --src-ip-ranges='*'`),
      ['It limits only requests that match request.path == "/a" && true; the lane limits all.'],
    ],
    [command('--src-ip-ranges=10.0.0.0/8'), ['It limits only requests from 10.0.0.0/8; the lane limits all.']],
    [
      'match:\n  config:\n    srcIpRanges: [10.0.0.0/8, 11.0.0.0/8]\nrateLimitOptions:\n  rateLimitThreshold: {count: 5, intervalSec: 10}\n',
      ['It limits only requests from 10.0.0.0/8, 11.0.0.0/8; the lane limits all.'],
    ],
    [
      'match: {config: {srcIpRanges: ["*"]}}\nrateLimitOptions:\n  rateLimitThreshold: {count: 5, intervalSec: 10}\n',
      [],
    ],
    [
      'gcp.compute.SecurityPolicy("a", rules=[Args(\n  preview=True,\n  rate_limit_options=Args(\n    rate_limit_threshold=Args(count=5, interval_sec=10)))])\n',
      ['preview is true: the rule refuses nothing; the lane refuses.'],
    ],
  ])('has notes on %j', (text, notes) => expect(notesIn(text)).toEqual([notes]));

  it('reads each command by itself, wherever its lines end, and no comment', () => {
    const flags = (count: number) =>
      `gcloud rules create --rate-limit-threshold-count=${count} --rate-limit-threshold-interval-sec=1`;
    expect(foundIn(`# ${flags(1)}\n${flags(2)} && ${flags(3)}; ${flags(4)}\n`)).toEqual([
      '2: 2 per 1 for all, sliding-log',
      '2: 3 per 1 for all, sliding-log',
      '2: 4 per 1 for all, sliding-log',
    ]);
    for (const continued of ['\\', '^', '`'])
      expect(foundIn(flags(5).replaceAll(' --', ` ${continued}\n  --`))).toEqual(['2: 5 per 1 for all, sliding-log']);
  });

  it('is not what a threshold of another product is taken for', () => {
    const azure =
      'resource "azurerm_frontdoor_firewall_policy" "a" {\n  custom_rule {\n    rate_limit_threshold = 10\n    type = "RateLimitRule"\n  }\n}\n';
    expect(problemsIn(azure).map((problem) => problem.slice(0, 50))).toEqual([
      '4: Azure’s web application firewall is not read. H',
    ]);
    expect(problemsIn('rate_limit_threshold = 0.9\n')).toEqual([
      '1: No rate limit of a known product is in this text.',
    ]);
  });
});
