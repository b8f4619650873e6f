/** Files that hold figures and no individual requests: what they are, and what to export instead. */
import type { LogHead } from './format.ts';

const SUMMARIES: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /^Running \S+ test @ /m,
    'is a summary by wrk, without individual requests. Use the access log of the server under test, or send the load with vegeta and export it with vegeta encode --to csv.',
  ],
  [
    /Success rate:|"successRate"|"rpsPercentiles"|^Response time histogram:/m,
    'is a summary by oha, without individual requests. Use the access log of the server under test, or a table with one request a row: oha --output-format csv.',
  ],
  [
    /^Summary:\s+Total:/m,
    'is a summary by hey, without individual requests. Export one request a row with hey -o csv.',
  ],
  [
    /^# (?:HELP|TYPE) \S+ /m,
    'holds metrics for Prometheus, which counts requests and does not keep them. Use the access log of the server that they were counted at.',
  ],
  [
    /^\{"status":"success","data":\{"resultType"/,
    'holds the answer of a Prometheus server, which counts requests and does not keep them. Use the access log of the server that they were counted at.',
  ],
  [
    /^\s*\{[^]{0,200}?"nginx_version"\s*:/,
    'holds the status of NGINX Plus, which counts requests and does not keep them. Use its access log.',
  ],
  [
    /^This is ApacheBench/m,
    'is a summary by ab, without individual requests. Use the access log of the server under test.',
  ],
  [
    /^ *(?:http_req_duration|checks)[.]+:/m,
    'is a summary by k6, without individual requests. Export them with k6 run --out csv=FILE.',
  ],
  [
    /^Requests\s+\[total, rate, throughput\]/m,
    'is a report by vegeta, without individual requests. Export them with vegeta encode --to csv.',
  ],
];

/** What Azure and AWS put their records in. */
const ARRAYS = /^\s*\{\s*"(records|Records|events)":\s*\[/;

/** What a file is that cannot be used, to follow its name; null if it is none of those known. */
export function summarySentence({ text }: LogHead): string | null {
  const known = SUMMARIES.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return known[1];
  if (/^\s*\[\s*[[{]/.test(text)) return 'is one JSON array. Write one object a line: jq -c ".[]" FILE.';
  const path = /^\s*\{\s*"took":/.test(text) ? 'hits.hits' : ARRAYS.exec(text)?.[1];
  return path === undefined
    ? null
    : `has its records in one JSON array. Write one object a line: jq -c ".${path}[]" FILE.`;
}
