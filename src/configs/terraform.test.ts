import { expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

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
