/** Throttling of Amazon API Gateway: of a usage plan, or of the methods of a stage. */
import { SECOND, type Policy } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { policyOfDoubleRate } from '../rates.ts';
import { decimal } from '../text/durations.ts';
import { fieldOf, parseJson, partsOf } from '../text/tree.ts';
import { numberAt } from '../values.ts';

const rate = ({ n, T }: Policy) => decimal(n / (T / SECOND));

export const awsApiGateway: ConfigProduct = {
  id: 'aws-api-gateway',
  aliases: ['aws'],
  fileName: 'throttle.json',
  language: 'json',
  sign: /\b(rate_?limit|throttling_?rate_?limit)["']?\s*:[\s\S]*\bburst|\bburst[\s\S]*\b(throttling_?)?rate_?limit["']?\s*:/i,
  print: ({ policy }) => `{"throttle": {"rateLimit": ${rate(policy)}, "burstLimit": ${policy.capacity}}}\n`,
  read(text, findings) {
    for (const { tree } of partsOf(parseJson(text, findings))) {
      const limit = fieldOf(tree, 'rateLimit') ?? fieldOf(tree, 'throttlingRateLimit');
      const burst = fieldOf(tree, 'burstLimit') ?? fieldOf(tree, 'throttlingBurstLimit');
      // Other products have a map of that name.
      if (limit === undefined || limit.fields !== null || (burst === undefined && limit.value === null)) continue;
      const { line } = limit;
      const value = numberAt(limit, 'rateLimit', line, findings);
      const capacity = numberAt(burst, 'burstLimit', line, findings);
      if (value === null || capacity === null) continue;
      const policy = policyOfDoubleRate(value, findings.keepT);
      if (policy === null) findings.problem(line, 'No n and T that a lane can have give this rate.');
      else findings.limit(line, `rateLimit ${value}, burstLimit ${capacity}`, { ...policy, capacity });
    }
  },
};
