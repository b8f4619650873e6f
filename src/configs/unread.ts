/** Products whose limits are not read: each by its words, and what can be done instead. */
import type { ConfigProblem } from './findings.ts';

/** To follow the product’s name and `is not read.` */
const OTHER = 'How exactly it counts is not known here: choose the limiter that comes closest, and set its n and T.';
const BYTES = 'It limits bytes per second, not requests.';

/** A sign matches outside comments, and hardly ever in a text of something else. */
const UNREAD: readonly (readonly [name: string, sign: RegExp, advice: string])[] = [
  // Frameworks
  ['Hammer', /\bHammer\.(check_rate|hit)\b/, OTHER],
  [
    'A file of settings for ASP.NET Core’s limiters',
    /"(PermitLimit|TokensPerPeriod)"\s{0,9}:\s{0,9}\d/,
    'The code that uses it decides what they mean: paste that, with the numbers in their places.',
  ],
  // Packages
  [
    'Bottleneck',
    /\bnew Bottleneck(\.Group)?\(/,
    'It refuses nothing: jobs wait. Leaky queue comes closest, with n = 1 and T = minTime.',
  ],
  ['express-slow-down', /\bslowDown\(\s{0,20}\{/, 'It refuses nothing: requests wait.'],
  [
    'uber-go/ratelimit',
    /\bgo\.uber\.org\/ratelimit\b|\bratelimit\.New\(\s{0,9}\d/,
    'It refuses nothing: calls wait. Go’s rate limiter in the mode wait comes closest, with one more than the slack as its burst.',
  ],
  ['Tower’s RateLimit', /\bRateLimitLayer::new\(/, 'It refuses nothing: calls wait. Quota reset counts as it does.'],
  [
    'lua-resty-limit-traffic',
    /["']resty\.limit\.(req|count|conn|traffic)["']/,
    'Its resty.limit.req decides as nginx’s limit_req, and resty.limit.count as Quota reset.',
  ],
  // Gateways and meshes
  ['Ocelot', /"RateLimitOptions"[^]{0,400}?"PeriodTimespan"/, OTHER],
  ['Apigee', /<SpikeArrest\b|<Quota\s[^>]{0,200}\bname=/, OTHER],
  [
    'The rate limiting binding of Cloudflare’s Workers',
    /\[\[(ratelimits|unsafe\.bindings)\]\][^]{0,200}?\bsimple\s{0,9}=|"ratelimits"\s{0,9}:/,
    OTHER,
  ],
  ['KrakenD', /"qos\/ratelimit\//, 'It refills a bucket only once that is empty, which no limiter here does.'],
  [
    'Kong in Terraform',
    /\bresource\s{1,9}"(kong|konnect)_[^]{0,400}?rate[-_]limiting/,
    'Its settings in YAML or JSON are read.',
  ],
  ['Traefik 1’s rateset', /\brateset\b/i, 'Token bucket comes closest: n = average, T = period.'],
  ['Tyk', /"(global_rate_limit|quota_renewal_rate|throttle_interval|quota_max)"\s{0,9}:/, OTHER],
  ['Zuplo', /rate-limit-inbound|requestsAllowed/, OTHER],
  ['Gloo', /\bsolo\.io\b|ratelimitBasic/, 'Settings for Envoy and for Envoy’s rate limit service are read.'],
  [
    'Contour’s rateLimitPolicy',
    /\brateLimitPolicy:\s{1,99}(local|global):/,
    'Its local limit is a bucket of Envoy’s: max_tokens = requests + burst, tokens_per_fill = requests, fill_interval = unit.',
  ],
  ['Skipper', /\b(backend|client|cluster|clusterClient)Ratelimit\(/, OTHER],
  ['Ambassador’s RateLimit', /\bgetambassador\.io\/[^]{0,200}?^kind:\s{0,9}RateLimit\b/m, OTHER],
  [
    'Cloudflare’s older cloudflare_rate_limit',
    /\bcloudflare_rate_limit\b/,
    'Rules of cloudflare_ruleset, which replace it, are read.',
  ],
  ['x-google-management', /x-google-(management|quota)/, OTHER],
  ['Fastly', /\bratelimit\.check_rate|^ratecounter /m, OTHER],
  ['Akamai', /"(average|burst)Threshold"\s{0,9}:/, OTHER],
  ['Azure’s web application firewall', /["']RateLimitRule["']/, OTHER],
  // Servers and the system
  ['BunkerWeb’s LIMIT_REQ_RATE', /^[^#\n]{0,99}\bLIMIT_REQ_RATE/m, 'Sliding log comes closest.'],
  ['Apache’s mod_evasive', /^[^#\n]{0,99}\bDOS(Page|Site)(Count|Interval)\b/m, OTHER],
  ['Apache’s mod_qos', /^[^#\n]{0,99}\bQS_(Loc|Client)/m, OTHER],
  ['Apache’s mod_ratelimit', /^[^#\n]{0,99}\bSet(OutputFilter RATE_LIMIT|Env rate-limit)\b/m, BYTES],
  ['Squid', /^[^#\n]{0,99}\bdelay_(pools|class|parameters) /m, BYTES],
  [
    'ferm',
    /\bmod (hash)?limit\b/,
    'The rules that it makes of it for iptables are read: ferm --noexec --lines prints them.',
  ],
  ['Postfix', /^[^#\n]{0,99}\b(anvil_rate_|smtpd_client_\w{1,40}_rate_limit)/m, OTHER],
];

/** What no product here reads of a text: of each of those known, where it begins. */
export function unreadProblems(text: string): readonly ConfigProblem[] {
  return UNREAD.flatMap(([name, sign, advice]) => {
    const at = text.search(sign);
    if (at === -1) return [];
    return [{ line: text.slice(0, at).split('\n').length, message: `${name} is not read. ${advice}` }];
  });
}
