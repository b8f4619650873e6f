/** Products whose limits are not read: each by its words, and what can be done instead. */
import type { ConfigProblem } from './findings.ts';

/** To follow the product’s name and `is not read.` */
const OTHER = 'How exactly it counts is not known here: choose a limiter that comes near, and set its n and T.';
const BYTES = 'It limits the bytes per second, and no requests.';
const like = (limiter: string): string =>
  `It counts as the limiter ${limiter} does: choose that for a lane, with its n and T.`;

/** Their words are outside comments, and as rarely as possible in texts of something else. */
const UNREAD: readonly (readonly [name: string, sign: RegExp, advice: string])[] = [
  // Frameworks
  ['A throttle of Django REST framework', /\bDEFAULT_THROTTLE_(RATES|CLASSES)\b|\b(Anon|User|Scoped|Simple)RateThrottle\b/, like('Sliding log')], // prettier-ignore
  ['django-ratelimit', /\bdjango_ratelimit\b|@ratelimit\(\s{0,9}key\s{0,9}=/, OTHER],
  ['The rate_limit of Rails', /^[^#\n]{0,99}\brate_limit\s{1,9}to:/m, like('Quota reset')],
  [
    'A limiter of Laravel',
    /\bRateLimiter::for\(|\bLimit::per(Second|Minute|Hour|Day)s?\(|['"]throttle:/,
    like('Quota reset'),
  ],
  ['The throttler of Nest', /\bThrottlerModule\b|@Throttle\(/, OTHER],
  ['A rate limiter of Symfony', /\bpolicy:\s{0,9}['"]?(fixed_window|sliding_window|token_bucket)\b/, OTHER],
  [
    'A rate limiter of ASP.NET Core',
    /\bAdd(FixedWindow|SlidingWindow|TokenBucket|Concurrency)Limiter\b|\bRateLimitPartition\.Get/,
    OTHER,
  ],
  ['AspNetCoreRateLimit or Ocelot', /"(Ip|Client)RateLimiting"\s{0,9}:|"RateLimitOptions"\s{0,9}:/, OTHER],
  ['Hammer', /\bHammer\.(check_rate|hit)\b/, OTHER],
  ['SmallRye Fault Tolerance', /@RateLimit\(\s{0,9}(value|window)\b/, OTHER],
  // Packages
  ['fastapi-limiter', /\bRateLimiter\(\s{0,9}times\s{0,9}=/, OTHER],
  ['httprate for Go', /\bhttprate\.(Limit|LimitBy\w+|LimitAll|NewRateLimiter)\(/, OTHER],
  ['ulule/limiter for Go', /\blimiter\.(NewRateFromFormatted\(|Rate\s{0,9}\{)/, like('Quota reset')],
  ['go.uber.org/ratelimit', /\bratelimit\.New\(\s{0,9}\d/, OTHER],
  ['koa-ratelimit', /\bkoa-ratelimit\b|\bratelimit\(\s{0,9}\{\s{0,9}driver\b/, OTHER],
  ['express-slow-down', /\bslowDown\(\s{0,9}\{/, 'It delays requests and refuses none.'],
  ['Bottleneck', /\bnew Bottleneck\(/, OTHER],
  ['aiolimiter', /\bAsyncLimiter\(\s{0,9}\d/, OTHER],
  ['ratelimit for Python', /@limits\(\s{0,9}calls\s{0,9}=/, OTHER],
  ['pyrate-limiter', /\bpyrate_limiter\b|\bLimiter\(\s{0,9}Rate\(/, OTHER],
  ['lua-resty-limit-traffic', /\bresty\.limit\.|\blimit_(req|count|conn)\.new\(/, 'Of nginx, limit_req is read.'],
  // Gateways and meshes
  ['KrakenD', /"qos\/ratelimit\/\w{1,20}"/, 'It refills a bucket only once that is empty, which no limiter here does.'],
  ['Tyk', /"(global_rate_limit|quota_renewal_rate|throttle_interval|quota_max)"\s{0,9}:/, OTHER],
  ['Zuplo', /\brate-limit-inbound\b|\brequestsAllowed\b/, OTHER],
  [
    'Gloo',
    /\b(ratelimit|gateway|gloo)\.solo\.io\b|\bratelimitBasic\b/,
    'Its rate limit server is its own. Settings for Envoy and for Envoy’s rate limit service are read.',
  ],
  ['A RateLimit of Ambassador Edge Stack', /\bgetambassador\.io\/[^]{0,200}?^kind:\s{0,9}RateLimit\b/m, OTHER],
  [
    'HAProxy Ingress',
    /\bhaproxy-ingress\.github\.io\/limit-|\bingress\.kubernetes\.io\/limit-rps\b/,
    'The haproxy.cfg that it writes is read.',
  ],
  ['Consul', /^\s{0,99}(RateLimits|InstanceLevel)\s{0,9}[={]/m, 'The settings for Envoy that it writes are read.'],
  ['Sentinel for Go', /\bflow\.Rule\s{0,9}\{|\bflow\.LoadRules\(/, 'Rules of Sentinel in JSON are read.'],
  ['WSO2 API Manager', /"requestCount"\s{0,9}:|\bRequestCountLimit\b/, OTHER],
  ['Apigee', /<(SpikeArrest|Quota)[\s>]/, OTHER],
  ['Azure API Management', /<(rate-limit|quota)(-by-key)?\s[^>]{0,300}\bcalls\s{0,9}=/, OTHER],
  ['A usage quota of Google Cloud', /\bx-google-(management|quota)\b/, OTHER],
  [
    'Google Cloud Armor',
    /\brate_limit_(options|threshold)\b|--rate-limit-threshold-count\b|\brateLimitThreshold\b/,
    OTHER,
  ],
  ['A rate-based rule of AWS WAF', /\bRateBasedStatement\b|\brate_based_statement\b/, OTHER],
  ['Fastly', /\bratelimit\.(check_rates?|ratecounter_increment)\b|^\s{0,99}(ratecounter|penaltybox)\s{1,9}\w/m, OTHER],
  ['Akamai', /"(average|burst)Threshold"\s{0,9}:/, OTHER],
  ['The rate limiter of Cloudflare Workers', /^\s{0,9}\[\[(unsafe\.bindings|ratelimits)\]\]/m, OTHER],
  ['The firewall of Vercel', /"(rateLimit|rate_limit)"\s{0,9}:\s{0,9}\{\s{0,9}"algo"/, OTHER],
  // Servers and the system
  ['iptables', /-m\s{1,9}(hashlimit|limit)\b/, 'limit of nft is read: iptables-translate writes the rule for it.'],
  ['mod_evasive of Apache', /^[^#\n]{0,99}\bDOS(Page|Site)(Count|Interval)\b/m, OTHER],
  ['mod_qos of Apache', /^[^#\n]{0,99}\bQS_(Loc|Client)\w{0,40}(PerSec|Count)\w{0,20}/m, OTHER],
  ['mod_ratelimit of Apache', /^[^#\n]{0,99}\b(SetOutputFilter\s{1,9}RATE_LIMIT|SetEnv\s{1,9}rate-limit)\b/m, BYTES],
  ['A delay pool of Squid', /^[^#\n]{0,99}\bdelay_(pools|class|parameters)\s/m, BYTES],
  ['Postfix', /^[^#\n]{0,99}\b(anvil_rate_time_unit|smtpd_client_\w{1,40}_rate_limit)\b/m, OTHER],
  ['fail2ban', /^\s{0,9}(maxretry|findtime|bantime)\s{0,9}=/m, 'It bans clients by what they are logged for.'],
];

/** What a text is that no product here reads; null for none of those known. */
export function unreadProblem(text: string): ConfigProblem | null {
  for (const [name, sign, advice] of UNREAD) {
    const at = text.search(sign);
    if (at === -1) continue;
    const line = text.slice(0, at).split('\n').length;
    return { line, message: `${name} is not read. ${advice}` };
  }
  return null;
}
