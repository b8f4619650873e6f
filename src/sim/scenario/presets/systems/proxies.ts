/** Presets for proxies, web servers and the kernel: nginx, HAProxy, Traefik, Caddy, Varnish, nftables. */
import type { Preset } from '../preset.ts';

/** A hundred requests within a millisecond, again and again: one phase, where bursts would be thirty. */
const HUNDREDS = { kind: 'on-off', rate: 100_000, on: 0.001 } as const;

export const proxiesPresets: readonly Preset[] = [
  {
    id: 'nginx-first-request-free',
    title: 'How many does burst=5 let through?',
    topic: 'systems',
    description:
      'With burst=5 nodelay, six of ten pass at once: nginx does not charge a client’s first request, nor the first after 10 s of silence.',
    opensAt: 10,
    document: {
      duration: 20,
      policy: { n: 1, T: 1, capacity: 5 },
      traffic: [
        { kind: 'burst', at: 0, count: 10 },
        { kind: 'burst', at: 10, count: 10 },
      ],
      lanes: [
        { limiter: 'nginx-limit-req', label: 'nginx, nodelay', options: { burst: 5, delay: 'none' } },
        { limiter: 'token-bucket' },
      ],
    },
    expect: [
      { admitted: 12, denied: 8, peak: 6, decisions: 'AAAAAADDDDAAAAAADDDD' },
      { admitted: 10, denied: 10, peak: 5, decisions: 'AAAAADDDDDAAAAADDDDD' },
    ],
  },
  {
    id: 'nginx-burst-waits',
    title: 'Why is the page slow without nodelay?',
    topic: 'systems',
    description:
      'A page loads 21 files at rate=10r/s. With burst=20 none is refused, but the last one waits 2 s; with nodelay all come at once.',
    opensAt: 1,
    document: {
      duration: 4,
      policy: { n: 10, T: 1, capacity: 20 },
      traffic: [{ kind: 'burst', at: 0, count: 21 }],
      lanes: [
        { limiter: 'nginx-limit-req', label: 'nginx, burst=20', options: { burst: 20 } },
        { limiter: 'nginx-limit-req', label: 'nginx, nodelay', options: { burst: 20, delay: 'none' } },
        { limiter: 'leaky-queue' },
      ],
    },
    expect: [
      { admitted: 21, denied: 0, delayed: 20, peak: 10 },
      { admitted: 21, denied: 0, peak: 21 },
      { admitted: 21, denied: 0, delayed: 20, peak: 10 },
    ],
  },
  {
    id: 'haproxy-refused-count',
    title: 'When does HAProxy let a client back in?',
    topic: 'systems',
    description:
      'Never: refused requests count. A client 11 % over the limit, one request every 0.9 s, gets 10 of 333 through, and no more with rolling-rate-limiter.',
    opensAt: 100.8,
    document: {
      duration: 300,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'burst', at: 0, count: 333, spread: 299.7 }],
      lanes: [{ limiter: 'haproxy-rate' }, { limiter: 'rolling-rate-limiter' }, { limiter: 'sliding-counter' }],
    },
    expect: [
      { admitted: 10, denied: 323, peak: 10 },
      { admitted: 10, denied: 323, peak: 10 },
      { admitted: 270, denied: 63, peak: 11 },
    ],
  },
  {
    id: 'traefik-forgets',
    title: 'How much is average 1 in Traefik?',
    topic: 'systems',
    description:
      'With average 1 and burst 100, a hundred requests every 2 s all pass, 3,000 a minute: after a second or two of silence a client is forgotten.',
    opensAt: 2,
    document: {
      duration: 60,
      policy: { n: 1, T: 1, capacity: 100 },
      traffic: [{ ...HUNDREDS, off: 1.999 }],
      lanes: [{ limiter: 'traefik' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 3000, denied: 0, peak: 100 },
      { admitted: 158, denied: 2842, peak: 100 },
    ],
  },
  {
    id: 'traefik-slower-gets-more',
    title: 'Who gets more by asking less often?',
    topic: 'systems',
    description:
      'A hundred requests every 2 s all pass in Traefik, 3,000 of 3,000; every second, 159 of 6,000 do: the slower client gets 19 times as much.',
    opensAt: 2.00099,
    document: {
      duration: 60,
      policy: { n: 1, T: 1, capacity: 100 },
      traffic: [
        { ...HUNDREDS, off: 0.999, key: 'every second' },
        { ...HUNDREDS, off: 1.999, key: 'every 2 s' },
      ],
      lanes: [{ limiter: 'traefik' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 3159, denied: 5841, peak: 100 },
      { admitted: 317, denied: 8683, peak: 100 },
    ],
  },
  {
    id: 'traefik-below-one-a-second',
    title: 'How much is six a minute in Traefik?',
    topic: 'systems',
    description:
      'With average 6, period 1m and burst 3, three every 12 s all pass, 150 in 10 min: after 11 s of silence a client is forgotten. A bucket admits 61.',
    opensAt: 12.0005,
    document: {
      duration: 600,
      policy: { n: 6, T: 60, capacity: 3 },
      traffic: [{ kind: 'on-off', rate: 3_000, on: 0.001, off: 11.999 }],
      lanes: [{ limiter: 'traefik' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 150, denied: 0, peak: 15 },
      { admitted: 61, denied: 89, peak: 7 },
    ],
  },
  {
    id: 'caddy-exact-edge',
    title: 'What does Caddy do at the very edge?',
    topic: 'systems',
    description:
      'One in 0.5 s. Twenty requests exactly 0.5 s after the first all pass, and none of them is recorded; a microsecond later only one passes.',
    opensAt: 0.5,
    document: {
      duration: 1,
      policy: { n: 1, T: 0.5 },
      traffic: [
        { kind: 'times', at: [0], key: 'at 0.5 s' },
        { kind: 'times', at: [0], key: '1 µs later' },
        { kind: 'burst', at: 0.5, count: 20, key: 'at 0.5 s' },
        { kind: 'burst', at: 0.500001, count: 20, key: '1 µs later' },
      ],
      lanes: [{ limiter: 'caddy-ratelimit' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 23, denied: 19, peak: 20 },
      { admitted: 4, denied: 38, peak: 1 },
    ],
  },
  {
    id: 'vsthrottle-fractions',
    title: 'Two a second: what does Varnish serve?',
    topic: 'systems',
    description:
      'Vsthrottle throws fractions of a token away: of 2.2 requests a second it serves 1.2, though 2 are allowed; 143 of 267, where a bucket admits 259.',
    opensAt: 45,
    document: {
      duration: 120.15,
      policy: { n: 20, T: 10 },
      traffic: [{ kind: 'burst', at: 0, count: 267, spread: 120.15 }],
      lanes: [{ limiter: 'vsthrottle' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 143, denied: 124, peak: 21 },
      { admitted: 259, denied: 8, peak: 23 },
    ],
  },
  {
    id: 'vsthrottle-at-the-limit',
    title: 'Why is the slower client served more?',
    topic: 'systems',
    description:
      'With 20 in 10 s, a request every 0.5 s always passes, 240 of 240. Every 0.45 s, 143 of 267 do: vsthrottle throws up to 0.9 of a token away each time.',
    opensAt: 45,
    document: {
      duration: 120.15,
      policy: { n: 20, T: 10 },
      traffic: [
        { kind: 'burst', at: 0, count: 267, spread: 120.15, key: 'every 0.45 s' },
        { kind: 'burst', at: 0, count: 240, spread: 120, key: 'every 0.5 s' },
      ],
      lanes: [{ limiter: 'vsthrottle' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 383, denied: 124, peak: 21 },
      { admitted: 499, denied: 8, peak: 23 },
    ],
  },
  {
    id: 'nft-burst-five',
    title: 'What is nftables’ default burst?',
    topic: 'systems',
    description:
      'Five packets, whatever the rate: “limit rate 10/second” without a burst lets 5 of 10 through at once, with “burst 10 packets” all.',
    opensAt: 0,
    document: {
      duration: 2,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'burst', at: 0, count: 10 }],
      lanes: [
        { limiter: 'nft-limit', label: 'nftables, no burst', policy: { capacity: 5 } },
        { limiter: 'nft-limit', label: 'nftables, burst 10' },
      ],
    },
    expect: [
      { admitted: 5, denied: 5, peak: 5, decisions: 'AAAAADDDDD' },
      { admitted: 10, denied: 0, peak: 10, decisions: 'AAAAAAAAAA' },
    ],
  },
];
