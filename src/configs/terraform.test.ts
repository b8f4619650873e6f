import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { hasSignOf, readConfig } from './readConfig.ts';
import { parseTerraform } from './text/terraform.ts';
import type { Tree } from './text/tree.ts';

await loadSystems();

it('has the limits of a usage plan and of its methods, whatever else stands there', () => {
  const { limits, problems } = readConfig(`resource "aws_api_gateway_usage_plan" "p" {
  name = "basic" # a comment
  quota_settings {
    limit  = 20
    period = "WEEK"
  }
  throttle_settings {
    burst_limit = 200
    rate_limit  = 100 // another
  }
  api_stages {
    throttle {
      path        = "/pets/GET"
      burst_limit = 5
      rate_limit  = 2.5
    }
    throttle {
      path        = "/pets/POST"
      burst_limit = 6
      rate_limit  = var.rate
    }
  }
}
`);
  expect(limits).toMatchObject([
    { line: 9, limiter: 'aws-api-gateway', policy: { n: 100, T: SECOND, capacity: 200 } },
    { line: 15, what: 'rateLimit 2.5, burstLimit 5, for /pets/GET', isException: true },
  ]);
  expect(limits[0]).not.toHaveProperty('key');
  expect(problems).toEqual([
    { line: 3, message: 'The quota of 20 a week is not part of the lane.' },
    { line: 20, message: 'rateLimit is var.rate, not a number.' },
  ]);
});

it('has those of stages, which all clients share', () => {
  const { limits } = readConfig(`resource "aws_api_gateway_method_settings" "all" {
  method_path = "*/*"
  settings {
    throttling_rate_limit = 50
    throttling_burst_limit = 100
  }
}
resource "aws_apigatewayv2_stage" "s" {
  default_route_settings = { throttling_rate_limit = 10, throttling_burst_limit = 20 }
  route_settings {
    route_key = "GET /x"
    throttling_rate_limit = 1
    throttling_burst_limit = 2
  }
}
`);
  expect(limits.map(({ what, key }) => [what, key])).toEqual([
    ['rateLimit 50, burstLimit 100', 'all'],
    ['rateLimit 10, burstLimit 20', 'all'],
    ['rateLimit 1, burstLimit 2, for GET /x', 'all'],
  ]);
});

it.each([
  ['rules {', 'ratelimit {', '}\n}'],
  ['rules = [{', 'ratelimit = {', '}\n}]'],
])('has Cloudflare’s rules: %s', (rules, limit, end) => {
  const { limits, problems } = readConfig(`resource "cloudflare_ruleset" "a" {
${rules}
action = "block"
description = "Log in, slowly"
${limit}
characteristics = ["cf.colo.id", "ip.src"]
period = 60
requests_per_period = 5
mitigation_timeout = 600
${end}
}
`);
  expect(problems).toEqual([]);
  expect(limits).toMatchObject([
    { what: 'Log in, slowly: 5 per 60 s', policy: { n: 5, T: 60 * SECOND }, options: { mitigationTimeout: 600 } },
  ]);
  expect(limits[0]).not.toHaveProperty('key');
});

/** As `terraform fmt` writes it. */
const ruleset = `# Don't count "health checks
resource "cloudflare_ruleset" "limits" {
  zone_id = var.zone_id // it's the "main one
  kind    = "zone"
  phase   = "http_ratelimit"

  /* The rules' order
     is "theirs { */
  rules = [
    {
      ref         = "login"
      description = "Log in slowly"
      expression  = <<-EOT
        http.request.uri.path eq "/login" and not {
        # no comment
      EOT
      action      = "block"
      ratelimit = {
        characteristics = [
          "cf.colo.id", # one per data centre, isn't it
          "ip.src",
        ]
        period              = 60
        requests_per_period = 5
        score_per_period    = null
        mitigation_timeout  = 600
      }
    },
    {
      description = "All of \\"\${join("}", [var.name])}\\""
      action      = "block"
      enabled     = length([for z in var.zones : z if z != "}"]) > 0 ? true : false
      ratelimit   = { characteristics = ["cf.colo.id"], period = 10, requests_per_period : 100 }
    },
  ]
}
`;

it('has the rules of a list, as they are usually written', () => {
  const { product, limits, problems } = readConfig(ruleset);
  expect(problems).toEqual([]);
  expect(product).toBe('cloudflare');
  expect(limits).toMatchObject([
    {
      line: 18,
      what: 'Log in slowly: 5 per 60 s',
      policy: { n: 5, T: 60 * SECOND },
      options: { mitigationTimeout: 600 },
      notes: [
        'It limits only requests with http.request.uri.path eq "/login" and not { # no comment; the lane limits all.',
      ],
    },
    {
      line: 33,
      what: 'All of "${join("}", [var.name])}": 100 per 10 s',
      policy: { n: 100, T: 10 * SECOND },
      notes: [],
      key: 'all',
    },
  ]);
  expect(limits[0]).not.toHaveProperty('key');
});

describe('Cloudflare’s characteristics', () => {
  const withKeys = (keys: string) =>
    readConfig(
      `resource "cloudflare_ruleset" "a" {\n  ratelimit = {\n${keys}\n    period = 60\n    requests_per_period = 5\n  }\n}\n`,
    );

  it.each([
    ['', undefined],
    ['characteristics = null', undefined],
    ['characteristics = []', undefined],
    ['characteristics = ["ip.src"]', undefined],
    ['characteristics = ["ip.src", "cf.colo.id"]', undefined],
    ['characteristics = ["cf.colo.id"]', 'all'],
    ['characteristics = [\n"cf.colo.id",\n]', 'all'],
  ])('tell whether all share the limit: %s', (keys, key) => {
    const { limits, problems } = withKeys(keys);
    expect(problems).toEqual([]);
    expect(limits.map((limit) => [limit.key, limit.notes])).toEqual([[key, []]]);
  });

  it.each([
    ['var.keys', 'var.keys'],
    ['concat(["cf.colo.id"], [])', 'concat(["cf.colo.id"], [])'],
    ['["cf.colo.id"][*]', '["cf.colo.id"][*]'],
    ['[for k in ["cf.colo.id"] : k]', '[for k in ["cf.colo.id"] : k]'],
    ['[cf.colo.id]', 'a list with cf.colo.id'],
    ['["cf.colo.id", var.key]', 'a list with var.key'],
    ['["cf.colo.id", "${var.key}"]', 'a list with ${var.key}'],
    ['[["cf.colo.id"]]', 'a list with no single value'],
    ['"cf.colo.id"', 'cf.colo.id'],
  ])('are said to be unknown where they are %s', (keys, said) => {
    const { limits, problems } = withKeys(`characteristics = ${keys}`);
    expect(problems).toEqual([]);
    expect(limits.map(({ key, notes }) => [key, notes])).toEqual([
      [undefined, [`characteristics is ${said}, not a list of strings: the lane has a limit for each key.`]],
    ]);
  });

  it('may be absent from JSON, too', () => {
    const { limits } = readConfig(
      '{"ratelimit": {"characteristics": null, "score_per_period": null, "period": 60, "requests_per_period": 5}}',
    );
    expect(limits).toMatchObject([{ notes: [] }]);
  });
});

it.each([
  ['score_per_period = 400', 'score_per_period limits a score that responses give, which a lane does not have.'],
  ['period = var.period', 'period is var.period, which is not understood as a duration.'],
  ['period = null', 'period is missing.'],
  ['period = max(\n10, # "\nlocal.p)\n', 'period is max( 10, # " local.p), which is not understood as a duration.'],
])('says of a rule of Cloudflare’s what is not understood: %s', (setting, problem) => {
  const { limits, problems } = readConfig(
    `resource "cloudflare_ruleset" "a" {\n  ratelimit = {\n    requests_per_period = 5\n${setting}\n  }\n}\n`,
  );
  expect(limits).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([problem]);
});

it('says of a whole ratelimit that it is not known', () => {
  const { problems } = readConfig(
    'resource "cloudflare_ruleset" "a" {\n  # requests_per_period\n  rules { ratelimit = var.limit }\n}\n',
  );
  expect(problems).toEqual([{ line: 3, message: 'ratelimit is var.limit, whose value is not known here.' }]);
});

describe('a module', () => {
  const module = `variable "rate_limit" {
  type    = number
  default = 10
}

module "api" {
  source     = "./api"
  rate_limit = var.rate_limit
  burst_limit = 20
}
`;

  const BY_DEFAULT = 'rateLimit is var.rate_limit, which may be set elsewhere: its default, 10, is read.';

  it('with variables is of the product that reads Terraform', () => {
    expect(readConfig(module)).toEqual({
      product: 'aws-api-gateway',
      limits: [expect.objectContaining({ line: 8, policy: { n: 10, T: SECOND, capacity: 20 } })],
      problems: [{ line: 8, message: BY_DEFAULT }],
    });
  });

  it('is no Caddyfile for a variable of such a name', () => {
    expect(readConfig(module.replace(/^.*burst.*\n/m, '')).product).toBe('');
  });

  it('may say rate_limit as a Caddyfile does', () => {
    const text = `${module}output "a" {\n  value = <<EOT\nrate_limit\nEOT\n}\n`;
    expect(hasSignOf('caddy', text)).toBe(true);
    expect(readConfig(text)).toEqual(readConfig(module));
  });

  it('may have limits of another product in a text, which are said', () => {
    const { product, limits, problems } = readConfig(
      `${module}resource "file" "conf" {\n  content = <<EOT\nlimit_req_zone $a zone=a:1m rate=1r/s;\nlimit_req zone=a burst=5;\nEOT\n}\n`,
    );
    expect([product, limits]).toMatchObject(['aws-api-gateway', [{ line: 8 }]]);
    expect(problems).toEqual([
      { line: 8, message: BY_DEFAULT },
      { line: 14, message: expect.stringMatching(/^This file also has a limit of nginx/) },
    ]);
  });
});

/** Without lines: fields as an object, what is computed within `<…>`. */
function plain({ value, fields, items, isComputed }: Tree): unknown {
  if (fields !== null) return Object.fromEntries([...fields].map(([name, tree]) => [name, plain(tree)]));
  if (items !== null) return items.map(plain);
  return isComputed === true ? `<${value}>` : value;
}

function parsed(text: string) {
  const problems: [line: number, message: string][] = [];
  const [tree] = parseTerraform(text, { problem: (line, message) => problems.push([line, message]) });
  return { tree: tree as Tree, problems };
}

describe('the tree', () => {
  it.each([
    ['a "x" "y" { b = 1 }', { a: { b: '1' } }],
    ['a{\nb{\n}\n}', { a: { b: {} } }],
    ['a { b = 1 }\na { b = 2 }', { a: [{ b: '1' }, { b: '2' }] }],
    ['a = { b = 1, c : "x y", "d" = true, }', { a: { b: '1', c: 'x y', d: 'true' } }],
    ['a = {\n  b = 1\n  c = -2.5\n}', { a: { b: '1', c: '-2.5' } }],
    ['a = [1, "b",\n"c"\n, # d\n]', { a: ['1', 'b', 'c'] }],
    ['a = [{ b = 1 }, { b = 2 }]', { a: [{ b: '1' }, { b: '2' }] }],
    ['a = [\n  {\n    b = 1\n  },\n  {\n  }\n]', { a: [{ b: '1' }, {}] }],
    ['a = null\nb = [null, 1]', { b: ['1'] }],
    ['a = # 1 "\nb = 2', { b: '2' }],
    ["# it's\n// \"a\n/* {\n' */ a = 1", { a: '1' }],
    ['a = 1 /* "\n*/\nb = "# // /*"', { a: '1', b: '# // /*' }],
    [String.raw`a = "\"\\ \d\n"`, { a: '"\\ d\n' }],
    ['a = "$${b} 5%" # }', { a: '$${b} 5%' }],
    [
      'a = "100%${b["}"]}%{ if "x" == "${c}" }d%{ endif }"\nb = 1',
      {
        a: '<100%${b["}"]}%{ if "x" == "${c}" }d%{ endif }>',
        b: '1',
      },
    ],
    ['a = "${join(", ", [\n  "b"\n])}"\nc = 1', { a: '<${join(", ", [\n  "b"\n])}>', c: '1' }],
    ['a = <<EOT\n} " /* EOT\n  EOT\nb = <<-E\nE\nc = 1', { a: '} " /* EOT', b: '', c: '1' }],
    ['a = local.x * 2 # y\nb = f(1, "}", {\n  c = 1\n})', { a: '<local.x * 2>', b: '<f(1, "}", {\n  c = 1\n})>' }],
    ['a = var.x ? [1] : []\nb = [1][0]', { a: '<var.x ? [1] : []>', b: '<[1][0]>' }],
    [
      'a = { for k, v in x : k => v }\nb = [\nfor k in x : k\n]',
      {
        a: '<{ for k, v in x : k => v }>',
        b: '<[\nfor k in x : k\n]>',
      },
    ],
    ['a = [x ? 1\n: 2, y == 1]', { a: ['<x ? 1\n: 2>', '<y == 1>'] }],
    ['(x) = 1\n!\nc == 1\nd e\nf = 1', { f: '1' }],
  ])('of %s', (text, tree) => {
    const { tree: root, problems } = parsed(text);
    expect(problems).toEqual([]);
    expect(plain(root)).toEqual(tree);
  });

  it('has the lines of names and of items', () => {
    const { tree } = parsed(
      '# 1\n/*\n*/ a {\n  b = <<E\n\nE\n  c = "${\n1}"\n  d = [\n    1,\n    {\n      e = 2\n    }\n  ]\n}',
    );
    const linesOf = (of: Tree): unknown =>
      of.fields === null
        ? [of.line, ...(of.items ?? []).map(linesOf)]
        : [of.line, Object.fromEntries([...of.fields].map(([name, field]) => [name, linesOf(field)]))];
    expect(linesOf(tree)).toEqual([1, { a: [3, { b: [4], c: [7], d: [9, [10], [11, { e: [12] }]] }] }]);
  });

  it.each([
    ['\na {\n  b = 1\n', [[2, 'This { is not closed.']], { a: { b: '1' } }],
    ['a = [1,\n\n', [[1, 'This [ is not closed.']], { a: ['1'] }],
    ['a {\n  b = [1,\n}\nc = 1', [[2, 'This [ is not closed.']], { a: { b: ['1'] }, c: '1' }],
    ['a {\n  b = f(1\n}\nc = 1', [[2, 'This ( is not closed.']], { a: { b: '<f(1>' }, c: '1' }],
    ['a = [{ b = 1 ]\nc = 1', [[1, 'This { is not closed.']], { a: [{ b: '1' }], c: '1' }],
    [
      'a = 1\n}\nb = 1 ]\n',
      [
        [2, 'This } closes nothing.'],
        [3, 'This ] closes nothing.'],
      ],
      { a: '1', b: '1' },
    ],
    ['a = 1\nb = "c\nd = "e"', [[2, 'A quote is not closed.']], { a: '1', b: 'c', d: 'e' }],
    ['a = "${b"\nd = "e"', [[1, 'A quote is not closed.']], { a: '<${b">', d: 'e' }],
    ['a = 1\n/* b\nc = 1', [[2, 'A comment is not closed.']], { a: '1' }],
    ['a = 1\nb = <<EOT\nc = 1', [[2, 'No line after this is EOT alone.']], { a: '1', b: 'c = 1' }],
  ])('is read as far as it goes, and what is not closed is said at its line: %j', (text, said, tree) => {
    const { tree: root, problems } = parsed(text);
    expect(problems).toEqual(said);
    expect(plain(root)).toEqual(tree);
  });

  it('is no deeper than is read', () => {
    const levels = 150;
    const { problems } = parsed(`a = ${'[\n'.repeat(levels)}${']\n'.repeat(levels)}b = 1\n`);
    expect(problems).toEqual([[101, 'What is nested deeper than this is not read.']]);
  });
});

const start = 'resource "a" "b" {\nrequests_per_period = 1\n';

it.each([
  '[',
  '{',
  '(',
  '"',
  '"${',
  '"${\n',
  '"${"',
  '"%{"\n',
  'a{',
  'a {\n',
  'a=[',
  '[{a=',
  '/*',
  '<<A\n',
  ']',
  '}\n',
  '\\',
  'a=b\n',
  'a ',
])(
  'takes little time for %j, however often it stands there',
  (part) => {
    const text = part.repeat(200_000 / part.length);
    for (const other of [text, `a = ${text}`, `a = [${text}`, `a = "${text}`])
      expect(readConfig(start + other, 'cloudflare').limits).toEqual([]);
  },
  5_000,
);

it('never throws, and has its lines within the text', () => {
  const parts = '{ } [ ] ( ) " \\" ${ %{ $${ # // /* */ <<EOT EOT <<-E \n = == => , : ? . - for null true 60 a'.split(
    ' ',
  );
  const words = [
    'ratelimit',
    'period',
    'requests_per_period',
    'characteristics',
    'rate_limit',
    'burst_limit',
    'throttle',
  ];
  const soup = fc
    .array(fc.oneof(fc.constantFrom('\n', ' ', ...parts, ...words), fc.string({ unit: 'binary', maxLength: 3 })))
    .map((all) => start + all.join(''));
  const damaged = fc
    .tuple(fc.nat(ruleset.length), fc.nat(20), fc.constantFrom('', '\n', ...parts))
    .map(([at, cut, insert]) => ruleset.slice(0, at) + insert + ruleset.slice(at + cut));
  fc.assert(
    fc.property(fc.oneof(soup, damaged), fc.constantFrom(undefined, 'cloudflare', 'aws'), (text, id) => {
      const { limits, problems } = readConfig(text, id);
      const lines = text.split(/\r\n?|\n/).length;
      for (const { line } of [...limits, ...problems]) expect(line >= 1 && line <= lines).toBe(true);
    }),
    { seed: 20_261_129, numRuns: 1_000 },
  );
});
