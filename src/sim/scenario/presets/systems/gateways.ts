/** Presets for gateways and services: Spring Cloud Gateway, Upstash, Kong, Envoy. */
import type { Preset } from '../preset.ts';

export const gatewaysPresets: readonly Preset[] = [
  {
    id: 'spring-stores-nothing',
    title: 'What if burstCapacity is left out?',
    topic: 'systems',
    description:
      'Spring’s replenishRate 10 limits nothing then: the key would expire in 0 s and is never written, so all 1,000 pass. A bucket of one admits 100.',
    opensAt: 5,
    document: {
      duration: 10,
      policy: { n: 10, T: 1, capacity: 1 },
      traffic: [{ kind: 'steady', from: 0, to: 10, rate: 100 }],
      lanes: [{ limiter: 'spring-gateway', label: 'no burstCapacity' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 1000, denied: 0, peak: 100 },
      { admitted: 100, denied: 900, peak: 10 },
    ],
  },
  {
    id: 'spring-whole-seconds',
    title: 'What is a second to Spring?',
    topic: 'systems',
    description:
      'Ten at 0.99 s and ten at 1 s all pass: Spring Cloud Gateway reads whole seconds, and the bucket is full again at the turn of each.',
    opensAt: 1,
    document: {
      duration: 3,
      policy: { n: 10, T: 1 },
      traffic: [
        { kind: 'burst', at: 0.99, count: 10 },
        { kind: 'burst', at: 1, count: 10 },
      ],
      lanes: [{ limiter: 'spring-gateway', label: 'Spring Gateway' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 20, denied: 0, peak: 20 },
      { admitted: 10, denied: 10, peak: 10 },
    ],
  },
  {
    id: 'upstash-cache-edge',
    title: 'Why is the first of a window refused?',
    topic: 'systems',
    description:
      'After eleven at 0 s Upstash’s cache shuts the client out, one instant too long: at 10 s a new window begins, and only at 10.001 s does a request pass.',
    opensAt: 10,
    document: {
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'burst', at: 0, count: 11 },
        { kind: 'times', at: [10, 10.001] },
      ],
      lanes: [
        { limiter: 'upstash', label: 'Upstash', options: { algorithm: 'fixedWindow' } },
        {
          limiter: 'upstash',
          label: 'without its cache',
          options: { algorithm: 'fixedWindow', ephemeralCache: 'false' },
        },
      ],
    },
    expect: [
      { admitted: 11, denied: 2, peak: 10, decisions: 'AAAAAAAAAADDA' },
      { admitted: 12, denied: 1, peak: 10, decisions: 'AAAAAAAAAADAA' },
    ],
  },
  {
    id: 'upstash-cache-shuts-out',
    title: 'Why does Upstash refuse what would fit?',
    topic: 'systems',
    description:
      'Ten at 9 s weigh less and less from 10 s on: without its cache 10 of the next 20 pass. With it one refusal at 10 s shuts the client out until 20 s.',
    opensAt: 15,
    document: {
      duration: 21,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'burst', at: 9, count: 10 },
        { kind: 'steady', from: 10, to: 20, rate: 2 },
      ],
      lanes: [
        { limiter: 'upstash', label: 'Upstash' },
        { limiter: 'upstash', label: 'without its cache', options: { ephemeralCache: 'false' } },
        { limiter: 'sliding-counter' },
      ],
    },
    expect: [
      { admitted: 10, denied: 20, peak: 10 },
      { admitted: 20, denied: 10, peak: 19 },
      { admitted: 19, denied: 11, peak: 18 },
    ],
  },
  {
    id: 'calendar-minutes',
    title: 'What happens at a minute boundary?',
    topic: 'systems',
    description:
      'Sixty a minute: Kong, Envoy’s service and Rack::Attack count by the calendar and let 120 through within a second, around 60 s; a log admits 60.',
    opensAt: 60.25,
    document: {
      duration: 120,
      policy: { n: 60, T: 60 },
      traffic: [
        { kind: 'burst', at: 59.5, count: 60, spread: 0.5 },
        { kind: 'burst', at: 60, count: 60, spread: 0.5 },
      ],
      lanes: [
        { limiter: 'kong' },
        { limiter: 'envoy-ratelimit', label: 'Envoy service' },
        { limiter: 'rack-attack' },
        { limiter: 'sliding-log' },
      ],
    },
    expect: [
      { admitted: 120, denied: 0, peak: 120 },
      { admitted: 120, denied: 0, peak: 120 },
      { admitted: 120, denied: 0, peak: 120 },
      { admitted: 60, denied: 60, peak: 60 },
    ],
  },
];
