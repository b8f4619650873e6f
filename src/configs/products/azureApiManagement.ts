/**
 * Policies of Azure API Management. What its documentation says of them: rate-limit counts over a sliding window, or in the v2 tiers
 * with a token bucket, and quota within periods; none of them is exact, as several gateways count.
 */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { countsBy, limitsOnly } from '../commonNotes.ts';
import { lookUp } from '../text/lookUp.ts';
import type { Tree } from '../text/tree.ts';
import { elementsOf, type XmlElement } from '../text/xml.ts';
import { brief, numberAt } from '../values.ts';

const NAMES = /^(rate-limit|quota)(-by-key)?$/;
const OTHERS: Readonly<Record<string, string>> = {
  'llm-token-limit': 'tokens, not requests',
  'azure-openai-token-limit': 'tokens, not requests',
  'limit-concurrency': 'requests in progress, not their rate',
};
/** Keys that are the same for all: text, also as an expression. */
const CONSTANT = /^([^@{]*|@\("[^"]*"\))$/;
/** Keys that are a client: its address, or its subscription. */
const CLIENT = /^@\(context\.(Request\.IpAddress|Subscription\.(Id|Key))\)$/;

export const azureApiManagement: ConfigReader = {
  id: 'sliding-log',
  name: 'Azure API Management',
  language: 'xml',
  sign: /(?:<|\\u003[cC])(?:(?:rate-limit|quota)(?:-by-key)?[\s\\](?:=>|[^>]){0,300}\b(?:calls|bandwidth)\s{0,9}=|(?:llm|azure-openai)-token-limit[\s\\])/,
  understands: 'rate-limit, rate-limit-by-key, quota and quota-by-key with calls and renewal-period',
  charge: 'in-order',
  // Its text in `xml_content`.
  readsTerraform: true,
  read(text, findings) {
    let document = 0;
    for (const element of elementsOf(withoutEscapes(text))) {
      const { name, attributes, within } = element;
      const parent = within.find((outer) => NAMES.test(outer));
      const other = lookUp(OTHERS, name);
      if (other !== undefined) findings.problem(element.line, `${name} limits ${other}.`);
      if (name === 'policies') document++;
      else if (NAMES.test(name)) readLimit(element, { policy: name, of: null, document }, findings);
      else if (parent !== undefined && /^(api|operation)$/.test(name)) {
        const of = `the ${name} ${brief(attributes.get('name') ?? attributes.get('id') ?? '')}`.trim();
        readLimit(element, { policy: parent, of, document }, findings);
      }
    }
  },
};

/** As in JSON, or in a string of code. Lines stay where they are. */
function withoutEscapes(text: string): string {
  return text
    .replace(/\\u00(22|26|27|3c|3e)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\"', '"')
    .replace(/\\[nrt]/g, ' ');
}

interface Place {
  readonly policy: string;
  /** The part of the requests that it limits; null for all. */
  readonly of: string | null;
  /** Which document of the text it is in, counted from 1. */
  readonly document: number;
}

function readLimit(
  { line, attributes, within }: XmlElement,
  { policy, of, document }: Place,
  findings: Findings,
): void {
  const treeOf = (attribute: string): Tree | undefined => {
    const value = attributes.get(attribute);
    return value === undefined ? undefined : { line, value, fields: null, items: null };
  };
  const isQuota = policy.startsWith('quota');
  if (attributes.has('bandwidth')) findings.problem(line, `bandwidth of ${policy} limits kilobytes, not requests.`);
  if (!attributes.has('calls') && (attributes.has('bandwidth') || of !== null)) return;
  const n = numberAt(treeOf('calls'), 'calls', line, findings);
  const period = numberAt(treeOf('renewal-period'), 'renewal-period', line, findings);
  if (n === null || period === null) return;
  if (isQuota && period === 0) {
    findings.problem(
      line,
      `${policy} has a renewal-period of 0, so its ${n} calls are never renewed: no lane does that.`,
    );
    return;
  }
  const key = attributes.get('counter-key');
  const condition = attributes.get('increment-condition');
  const count = attributes.get('increment-count');
  const isOfAll = key !== undefined && CONSTANT.test(key);
  const isChoice = within.includes('choose');
  findings.limit(
    line,
    `${policy} with calls ${n}, renewal-period ${period}${of === null ? '' : `, of ${of}`}`,
    { n, T: period * SECOND, capacity: null },
    {},
    [
      isQuota
        ? `Its periods start ${policy === 'quota' ? 'with the subscription' : 'at first-period-start'}; the lane’s start with its clock.`
        : 'The v2 tiers use a token bucket instead: choose Token bucket for those. No tier is exact, as throttling is distributed.',
      key !== undefined && !isOfAll && !CLIENT.test(key.replaceAll(/\s/g, '')) && countsBy(key),
      condition !== undefined && `It counts only requests with ${brief(condition)}; the lane counts all.`,
      count !== undefined &&
        count !== '1' &&
        `increment-count is ${brief(count)}; in the lane a request counts its own cost.`,
      of !== null && limitsOnly(`requests of ${of}`),
      isChoice && 'A condition decides which limits apply to a request; the lane limits all.',
    ],
    {
      limiter: isQuota ? 'fixed-window' : 'sliding-log',
      group: isChoice || of !== null ? '' : `${document}`,
      key: isOfAll ? 'all' : 'each',
    },
  );
}
