/**
 * What a script finds in its machine: our few functions, as JavaScript that runs inside it before the script does.
 *
 * It captures the built-in functions that it needs while they are still intact; a script that overwrites, poisons or
 * deletes them later can at worst garble its own traffic. Lists have no prototype, so that a script cannot inject values
 * or setters for an index. The host trusts nothing that comes out: see `sentRequestBuffer.ts`.
 */
import { MAX_CLIENTS, MAX_COST, MAX_KEY_LENGTH, MAX_SECONDS, MAX_SENT_REQUESTS } from './limits.ts';
import { PRELUDE_KIT } from './preludeKit.ts';
import { TAMING_CODE } from './tame.ts';

/** Requests handed over to the host at a time. */
export const BLOCK_SIZE = 4_096;
/** Random numbers fetched at a time: for the top level, and for each client (up to 10,000). */
const TOP_LEVEL_DRAWS = 1_024;
const CLIENT_DRAWS = 64;

/** What `step` returns for a client that ended, and for a request with neither key nor cost. */
export const CLIENT_ENDED = -1;
export const PLAIN_REQUEST = -2;

const withThousands = (value: number): string => value.toLocaleString('en-US');

/**
 * An expression: a function of the host's functions and the scenario's figures.
 *
 * `draw(actor, count)` returns an ArrayBuffer of `count` doubles in [0, 1); `flush(buffer, count, keys)` takes `count`
 * requests: doubles, `BLOCK_SIZE` instants in seconds followed by as many costs (0: none), and the keys as JSON or undefined.
 * It returns the error message for every later `send`, or undefined.
 *
 * The functions that it returns are for the host: `finish()` ends the top level and returns the number of clients, `step`
 * resumes one client, `describe` returns what was thrown as JSON: [whether we threw it, its name, its message, its stack].
 */
export const PRELUDE_CODE = String.raw`
(function (draw, flush, n, T, duration) {
'use strict';

${PRELUDE_KIT}
const { isInteger } = Number;
const { log, round } = Math;
const generators = getPrototypeOf(function* () {});
const goOn = unbound(generators.prototype.next);
const throwInto = unbound(generators.prototype.throw);

const asSeconds = (who, what, value) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= ${MAX_SECONDS}))
    refuse(RangeError, who + ': ' + what + ' is ' + said(value) + '. It may be a number of seconds from 0 to ${withThousands(MAX_SECONDS)}.');
};

// Randomness.

const drawer = (actor, size) => ({ __proto__: null, actor, size, numbers: null, next: size });
let drawing = drawer(0, ${TOP_LEVEL_DRAWS});
const random = () => {
  const from = drawing;
  if (from.next === from.size) {
    from.numbers = new Float64Array(draw(from.actor, from.size));
    from.next = 0;
  }
  return from.numbers[from.next++];
};
// The machine's Math.log is compiled into it and gives the same bits everywhere; the browser's may differ.
const exponential = (rate) => {
  if (typeof rate !== 'number' || !(rate > 0 && rate < Infinity))
    refuse(RangeError, 'exponential: rate is ' + said(rate) + '. It may be a number above 0, per second.');
  return (0 - log(1 - random())) / rate;
};

// The options of a request. Each is read only once: a getter may return something else the second time.

let key = null;
let cost = 0;
const read = (who, options) => {
  if (typeof options !== 'object' || options === null)
    refuse(TypeError, who + ': options is ' + said(options) + '. It may be { key, cost }, either of them, or omitted.');
  key = options.key;
  cost = options.cost;
  const fields = fieldsOf(options);
  if (fields.length !== (key !== undefined) + (cost !== undefined)) known(who, fields);
  if (key === undefined) key = null;
  else if (typeof key !== 'string' || key.length < 1 || key.length > ${MAX_KEY_LENGTH})
    refuse(RangeError, who + ': key is ' + said(key) + '. It may be text of 1 to ${MAX_KEY_LENGTH} characters.');
  if (cost === undefined) cost = 0;
  else if (!isInteger(cost) || cost < 1 || cost > ${MAX_COST})
    refuse(RangeError, who + ': cost is ' + said(cost) + '. It may be a whole number from 1 to ${withThousands(MAX_COST)}.');
};
const known = (who, fields) => {
  for (let i = 0; i < fields.length; i++) {
    if (fields[i] !== 'key' && fields[i] !== 'cost')
      refuse(TypeError, who + ': ' + said(fields[i]) + ' is not a known field. It may be key or cost.');
  }
};

// The top level: requests that do not depend on answers.

let now = 0;
let atTop = true;
const block = new Float64Array(2 * ${BLOCK_SIZE});
const buffer = block.buffer;
const names = list();
let filled = 0;
let anyNamed = false;
let sent = 0;
let full;
const handOver = () => {
  if (anyNamed) names.length = filled;
  full = flush(buffer, filled, anyNamed ? stringify(names) : undefined);
  filled = 0;
  anyNamed = false;
  names.length = 0;
};
const send = (at, options) => {
  if (!atTop) refuse(Error, 'send works only outside clients. Inside one, yield request().');
  asSeconds('send', 'at', at);
  if (options !== undefined) read('send', options);
  else {
    key = null;
    cost = 0;
  }
  if (sent === ${MAX_SENT_REQUESTS})
    refuse(RangeError, 'send: this script has already sent ${withThousands(MAX_SENT_REQUESTS)} requests, the maximum. Shorten a loop, or use a phase to send them.');
  if (full !== undefined) refuse(RangeError, full);
  block[filled] = at;
  block[${BLOCK_SIZE} + filled] = cost;
  if (key !== null && !anyNamed) {
    anyNamed = true;
    for (let i = 0; i < filled; i++) names[i] = null;
  }
  if (anyNamed) names[filled] = key;
  sent++;
  if (++filled === ${BLOCK_SIZE}) handOver();
};

// Clients: they yield their next step.

class Step {
  #what;
  #key;
  #cost;
  #micros;
  constructor(what, named, priced, micros) {
    this.#what = what;
    this.#key = named;
    this.#cost = priced;
    this.#micros = micros;
  }
  /** The encoded step for the host, or an error message. */
  static told(value) {
    if (typeof value !== 'object' || value === null || !(#what in value)) {
      const call = value === request || value === sleep || value === sleepUntil;
      return 'A client may yield request(…), sleep(…) or sleepUntil(…). This one yielded ' + (call ? value.name + ' without calling it.' : value === undefined ? 'nothing.' : said(value) + '.');
    }
    switch (value.#what) {
      case 'sleep': return now + value.#micros;
      case 'sleepUntil': return value.#micros < now ? past(value.#micros) : value.#micros;
      default: {
        if (value.#key === null && value.#cost === 0) return ${PLAIN_REQUEST};
        return 'k' + value.#cost + (value.#key === null ? '' : ' ' + stringify(value.#key));
      }
    }
  }
}
deleteProperty(Step.prototype, 'constructor');
const past = (micros) =>
  'sleepUntil: at is ' + figure(micros / 1e6) + ', but it is already ' + figure(now / 1e6) + ' s. Sleep until a later instant.';

const request = (options) => {
  if (options === undefined) return new Step('request', null, 0, 0);
  read('request', options);
  return new Step('request', key, cost, 0);
};
const sleep = (seconds) => {
  asSeconds('sleep', 'seconds', seconds);
  return new Step('sleep', null, 0, round(seconds * 1e6));
};
const sleepUntil = (at) => {
  asSeconds('sleepUntil', 'at', at);
  const micros = round(at * 1e6) + 0;
  if (micros < now) refuse(RangeError, past(micros));
  return new Step('sleepUntil', null, 0, micros);
};

const programs = list();
const clients = list();
const client = (program) => {
  if (!atTop) refuse(Error, 'client works only outside clients: all clients start at 0 s.');
  if (typeof program !== 'function' || getPrototypeOf(program) !== generators)
    refuse(TypeError, 'client: its program is ' + said(program) + '. It may be a generator function: client(function* () { … }).');
  if (programs.length === ${MAX_CLIENTS})
    refuse(RangeError, 'client: this script has already started ${withThousands(MAX_CLIENTS)} clients, the maximum.');
  programs[programs.length] = program;
};

/** code: the client's number times 8, plus its request's outcome (0: none, 1 to 3), plus 4 if it timed out. */
const outcomes = [undefined, 'allow', 'delay', 'deny'];
const step = (code, at, micros) => {
  now = at;
  const index = code >> 3;
  const outcome = code & 3;
  let one = clients[index];
  if (one === undefined) {
    one = clients[index] = {
      __proto__: null,
      generator: programs[index](),
      drawing: drawer(4 * (index + 1) + 3, ${CLIENT_DRAWS}),
    };
    programs[index] = null;
  }
  drawing = one.drawing;
  const answer =
    outcome === 0
      ? undefined
      : {
          outcome: outcomes[outcome],
          wait: outcome === 2 ? micros / 1e6 : 0,
          retryAfter: outcome === 3 && micros >= 0 ? micros / 1e6 : null,
          timedOut: (code & 4) !== 0,
        };
  let result = goOn(one.generator, answer);
  for (;;) {
    if (result.done) {
      clients[index] = null;
      return ${CLIENT_ENDED};
    }
    const told = Step.told(result.value);
    if (typeof told === 'number' || told[0] === 'k') return told;
    // Without its own stack it gets one where it is thrown: at the yield.
    ours = new TypeError(told);
    deleteProperty(ours, 'stack');
    result = throwInto(one.generator, ours);
  }
};

// For the host.

const finish = () => {
  if (filled > 0) handOver();
  if (full !== undefined) refuse(RangeError, full);
  atTop = false;
  return programs.length;
};

// What the script sees.

const visible = {
  __proto__: null, send, client, request, sleep, sleepUntil, random, exponential,
  now: () => now / 1e6,
  n, T, duration,
};
for (const name of fieldsOf(visible)) define(globalThis, name, visible[name]);
define(Math, 'random', random);
${TAMING_CODE}

return { step, finish, describe };
})
`;
