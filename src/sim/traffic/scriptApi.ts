/** The API that scripts have in addition to plain JavaScript, for the editor and its help. */

export interface ScriptApiEntry {
  readonly name: string;
  /** How it is called, with its arguments. */
  readonly signature: string;
  readonly help: string;
}

export const scriptApi: readonly ScriptApiEntry[] = [
  {
    name: 'send',
    signature: 'send(at, { key, cost })',
    help: 'Sends a request at the given second, whatever the answers are. Key and cost default to those of the phase. Only outside clients.',
  },
  {
    name: 'client',
    signature: 'client(function* () { … })',
    help: 'Starts a client at 0 s, separately in each lane. It yields its next step, and ends when its function returns. At most 10,000 clients.',
  },
  {
    name: 'request',
    signature: 'const answer = yield request({ key, cost })',
    help: 'In a client: sends a request now. The answer has outcome ("allow", "delay" or "deny"), wait and retryAfter in seconds (retryAfter is null unless the request is denied and a wait would help), and timedOut. If the request is delayed, the client resumes when the wait is over.',
  },
  { name: 'sleep', signature: 'yield sleep(seconds)', help: 'In a client: resumes after that many seconds.' },
  {
    name: 'sleepUntil',
    signature: 'yield sleepUntil(at)',
    help: 'In a client: resumes at the given second, which must not be in the past.',
  },
  { name: 'now', signature: 'now()', help: 'The current virtual time in seconds. There is no other clock.' },
  {
    name: 'random',
    signature: 'random()',
    help: 'A number from 0 up to but not including 1, drawn from the scenario’s seed. Each client has its own sequence.',
  },
  {
    name: 'exponential',
    signature: 'exponential(rate)',
    help: 'A random gap in seconds between requests that average that many per second.',
  },
  { name: 'n', signature: 'n', help: 'How many requests the policy allows per T.' },
  { name: 'T', signature: 'T', help: 'The policy’s window in seconds.' },
  { name: 'duration', signature: 'duration', help: 'The length of the run in seconds.' },
];
