/** What a user's own limiter exports, and what it is given, for the editor and its help. */
import type { ScriptApiEntry } from '../traffic/scriptApi.ts';

export const ownApi: readonly ScriptApiEntry[] = [
  {
    name: 'start',
    signature: 'export const start = ({ n, T, capacity }) => ({ … })',
    help: 'The state of a key before its first request: an object that holds plain data. Nothing else is remembered between requests.',
  },
  {
    name: 'decide',
    signature: 'export function decide(state, now, cost, { n, T, capacity }) { … }',
    help: 'Decides one request and changes the state. Returns true to admit it, false to refuse it, or the seconds for which it waits.',
  },
  {
    name: 'level',
    signature: 'export function level(state, now, { n, T, capacity }) { … }',
    help: 'Optional: the number that the chart of the level draws. It must not change the state.',
  },
  {
    name: 'retryAfter',
    signature: 'export function retryAfter(state, now, cost, { n, T, capacity }) { … }',
    help: 'Optional: the seconds after which a refused request would be admitted.',
  },
  {
    name: 'bound',
    signature: 'export function bound({ n, T, capacity }, seconds) { … }',
    help: 'Optional: the most permits that it claims to admit within any span of that many seconds.',
  },
  {
    name: 'about',
    signature: "export const about = { name: '…', unit: 'tokens' }",
    help: 'Optional: the name of the lane, and what its level counts.',
  },
  { name: 'state', signature: 'state', help: 'The state of the request’s key, as start made it and decide left it.' },
  {
    name: 'now',
    signature: 'now',
    help: 'When the request comes, in seconds from the start of the run, as the lane’s clock reads it.',
  },
  { name: 'cost', signature: 'cost', help: 'The permits that the request takes: 1 unless its phase says otherwise.' },
  { name: 'n', signature: 'n', help: 'How many permits the policy allows per T.' },
  { name: 'T', signature: 'T', help: 'The policy’s window in seconds.' },
  { name: 'capacity', signature: 'capacity', help: 'The policy’s capacity in permits: n unless it has its own.' },
  {
    name: 'Math.random',
    signature: 'Math.random()',
    help: 'A number from 0 up to 1, drawn for the instant of the request: decided again, the request draws the same. Requests at one instant draw the same numbers.',
  },
  {
    name: 'Date.now',
    signature: 'Date.now()',
    help: 'The same clock as now, in whole milliseconds. new Date() has it as getTime(); there is no calendar.',
  },
];
