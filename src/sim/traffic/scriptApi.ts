/** The words of our own that scripts may use beside plain JavaScript: for the editor and its help. */

export interface ScriptApiEntry {
  readonly name: string;
  /** As it is written, with what goes in. */
  readonly signature: string;
  readonly help: string;
}

export const scriptApi: readonly ScriptApiEntry[] = [
  {
    name: 'send',
    signature: 'send(at, { key, cost })',
    help: 'Sends a request at that second, whatever the answers. Key and cost are the phase’s own where they are left out. Outside of clients only.',
  },
  {
    name: 'client',
    signature: 'client(function* () { … })',
    help: 'Starts a client at 0 s, in every lane anew. It yields what it does next, and ends where its function ends. At most 10,000.',
  },
  {
    name: 'request',
    signature: 'const answer = yield request({ key, cost })',
    help: 'In a client: asks now. The answer has outcome ("allow", "delay" or "deny"), wait and retryAfter in seconds (null where no wait helps, or none is needed), and timedOut. After a delay the client goes on when its wait is over.',
  },
  { name: 'sleep', signature: 'yield sleep(seconds)', help: 'In a client: goes on so many seconds later.' },
  {
    name: 'sleepUntil',
    signature: 'yield sleepUntil(at)',
    help: 'In a client: goes on at that second, which may not be past.',
  },
  { name: 'now', signature: 'now()', help: 'The second that it is. There is no other clock.' },
  {
    name: 'random',
    signature: 'random()',
    help: 'A number from 0 up to but not including 1, drawn from the scenario’s seed. Each client has its own.',
  },
  {
    name: 'exponential',
    signature: 'exponential(rate)',
    help: 'Seconds until the next request, by chance, where so many come a second on average.',
  },
  { name: 'n', signature: 'n', help: 'How many requests the policy allows per T.' },
  { name: 'T', signature: 'T', help: 'The policy’s window in seconds.' },
  { name: 'duration', signature: 'duration', help: 'The length of the run in seconds.' },
];
