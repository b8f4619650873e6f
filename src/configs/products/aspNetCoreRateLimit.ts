/**
 * AspNetCoreRateLimit: a client's count under a rule begins with its first request, and goes on with what is refused
 * (AsyncKeyLockProcessingStrategy.cs). Of several rules those of shorter periods are asked first (RateLimitProcessor.cs).
 */
import type { ConfigReader } from '../product.ts';
import { countsApart, limitsOnly } from '../commonNotes.ts';
import { recordsIn } from '../text/records.ts';
import { brief, numberIn, timeIn } from '../values.ts';

export const aspNetCoreRateLimit: ConfigReader = {
  id: 'quota-reset',
  name: 'AspNetCoreRateLimit',
  language: 'csharp',
  sign: /\bGeneralRules\b|\b(Ip|Client)Rules\b/,
  alsoSign: /\bPeriod\b/,
  understands: 'rules with an Endpoint, a Period and a Limit, in JSON or C# code',
  charge: 'in-order',
  read(text, findings) {
    const isByEndpoint = /\bEnableEndpointRateLimiting"?\s{0,9}[:=]\s{0,9}true\b/.test(text);
    for (const { line, from, fields } of recordsIn(text, 'csharp', ['Endpoint', 'Period', 'Limit'])) {
      const endpoint = fields.get('Endpoint');
      if (endpoint === undefined || fields.size < 2) continue;
      const of = endpoint.kind === 'string' ? endpoint.value : brief(endpoint.text);
      const isOfAll = /^(\*|\.[*+])$/.test(of);
      if (!isByEndpoint && !isOfAll) {
        findings.problem(
          line,
          `The rule of ${brief(of)} is ignored: EnableEndpointRateLimiting is not true, and only rules of * count.`,
        );
        continue;
      }
      const n = numberIn(fields.get('Limit'), 'Limit', line, findings);
      const T = timeIn(fields.get('Period'), 'Period', line, null, findings);
      const list =
        text
          .slice(0, from)
          .match(/\b(General|Ip|Client)Rules\b/g)
          ?.at(-1) ?? '';
      const isException = list !== '' && list !== 'GeneralRules';
      if (n === null || T === null) continue;
      findings.limit(
        line,
        `Limit ${n}, Period ${brief(fields.get('Period')?.text ?? '')}, of ${brief(of)}`,
        { n, T, capacity: null },
        {},
        [
          isByEndpoint && /[*+]/.test(of) && countsApart('route'),
          !isOfAll && limitsOnly(`requests of ${brief(of)}`),
          isException && 'It replaces the general rule of the same period for the clients that it names.',
        ],
        { group: `${list} ${of}`, isException },
      );
    }
  },
};
