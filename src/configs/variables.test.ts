/** Numbers that a template of infrastructure says elsewhere: variables of Terraform, and parameters of CloudFormation. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const said = (line: number, name: string, text: string, value: string) =>
  `${line}! ${name} is ${text}, which may be set elsewhere: its default, ${value}, is read.`;

const plan = (limit: string, around: string) =>
  `resource "aws_api_gateway_usage_plan" "a" {\n  throttle_settings {\n    rate_limit = ${limit}\n    burst_limit = 20\n  }\n}\n${around}`;

it.each([
  [
    'a default',
    'var.rate',
    'variable "rate" {\n  type = number\n  default = 10\n}\n',
    ['3: 10 per 1 (20) for each', said(3, 'rateLimit', 'var.rate', '10')],
  ],
  [
    'a default in one line',
    'var.rate',
    'variable "rate" { default = 10 }\n',
    ['3: 10 per 1 (20) for each', said(3, 'rateLimit', 'var.rate', '10')],
  ],
  [
    'a default within a string',
    '"${var.rate}"',
    'variable "rate" { default = 10 }\n',
    ['3: 10 per 1 (20) for each', said(3, 'rateLimit', '${var.rate}', '10')],
  ],
  ['no default', 'var.rate', 'variable "rate" { type = number }\n', ['3! rateLimit is var.rate, not a number.']],
  ['a local value', 'local.rate', 'locals { rate = 5 }\n', ['3! rateLimit is local.rate, not a number.']],
  [
    'part of a product',
    'var.rate * 2',
    'variable "rate" { default = 10 }\n',
    ['3! rateLimit is var.rate * 2, not a number.'],
  ],
])('of Terraform with %s', (_, limit, around, found) => {
  expect(foundIn(plan(limit, around)).slice(1)).toEqual(found);
});

const acl = (limit: string, action = '{Block: {}}') =>
  `Parameters:\n  Rate:\n    Type: Number\n    Default: 500\n  Other: { Type: Number }\nResources:\n  Acl:\n    Type: AWS::WAFv2::WebACL\n    Properties:\n      Rules:\n        - Name: r\n          Action: ${action}\n          Statement:\n            RateBasedStatement:\n              Limit: ${limit}\n`;

it.each([
  ['!Ref Rate', ['14: 500 per 300 for each', said(15, 'limit', '!Ref Rate', '500')]],
  ['!Ref Other', ['15! limit is !Ref Other, not a number.']],
  ['!Ref Nothing', ['15! limit is !Ref Nothing, not a number.']],
])('of CloudFormation: %s', (limit, found) => {
  expect(foundIn(acl(limit)).slice(1)).toEqual(found);
});

it.each([
  ['{ Block: {} }', null],
  ['{ Count: {} }', 'count'],
  ['!If [IsProd, { Block: {} }, { Count: {} }]', 'block or count'],
  ['{ "Fn::If": [IsProd, { Block: {} }, !If [A, { Captcha: {} }, { Count: {} }]] }', 'block or captcha or count'],
  ['!If [IsProd, { Block: {} }, { Block: {} }]', null],
])('the action of CloudFormation may depend on a condition: %s', (action, other) => {
  const notes = readConfig(acl('500', action)).limits.flatMap((limit) => limit.notes);
  const found = notes.filter((note) => note.startsWith('Its action'));
  expect(found).toEqual(other === null ? [] : [`Its action is ${other}: the lane refuses instead.`]);
});
