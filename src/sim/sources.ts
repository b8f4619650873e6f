/**
 * The published work that is implemented, checked or quoted here. Limiters, schemes and presets name an entry by its
 * id, which the compiler checks; a comment writes `Source: li.`, which a test checks. Author and year are given where
 * the source itself states them.
 */
export interface Source {
  /** Its name on the page. */
  readonly name: string;
  readonly author?: string;
  readonly title: string;
  readonly publisher?: string;
  readonly year?: number;
}

export const sources = {
  cooldown: { name: 'Simple Cooldown', title: 'Simple Cooldown and Rate Control Algorithm' },
  strategies: { name: 'Rate limiting strategies', title: 'Rate limiting strategies', year: 2022 },
  fu: {
    name: 'Fu, Alibaba Cloud',
    author: 'Jianfeng Fu',
    title: 'Throttling Solutions in Standalone and Distributed Scenarios',
    publisher: 'Alibaba Cloud',
  },
  finch: { name: 'Finch', author: 'Tony Finch', title: 'blog article on hybrid quota and linear rate limiters' },
  li: { name: 'Li, 2018', author: 'Hechao Li', title: 'Rate Limiting Part 1', year: 2018 },
  nginx: { name: 'nginx', title: 'nginx, ngx_http_limit_req_module.c' },
  guava: { name: 'Guava', title: 'Google Guava, SmoothRateLimiter.java' },
  sentinel: { name: 'Sentinel', title: 'Alibaba Sentinel, LeapArray.java' },
  exim: { name: 'Exim', title: 'Exim, ratelimit in acl.c' },
} as const satisfies Readonly<Record<string, Source>>;

export type SourceId = keyof typeof sources;

/** In the order of `sources`. */
export const SOURCE_IDS = Object.keys(sources) as readonly SourceId[];

/** `Hechao Li, Rate Limiting Part 1, 2018`. */
export function citation(id: SourceId): string {
  const { author, title, publisher, year }: Source = sources[id];
  return [author, title, publisher, year].filter((part) => part !== undefined).join(', ');
}
