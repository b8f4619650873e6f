/**
 * The throttler of Nest, as its storage in memory counts from version 6 on (nestjs/throttler, throttler.service.ts): each hit leaves
 * after ttl, and the one that is too many shuts the client out for blockDuration, after which the count begins anew. Before that,
 * every hit only left after ttl, refused or not. Until version 5 ttl was in seconds, and the module got a single object.
 */
import { MILLISECOND, SECOND, secondsFromMicros } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { pathOf, type Call, type Fields, type Value } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { recordsIn } from '../text/records.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { COUNTS_REFUSED, countsApart, PASSES } from '../commonNotes.ts';

const OTHERS: Readonly<Record<string, string>> = {
  skipIf: 'skipIf lets some requests pass without counting them; the lane counts all.',
  ignoreUserAgents: 'ignoreUserAgents lets some requests pass without counting them; the lane counts all.',
  generateKey: 'generateKey decides whose requests count together; the lane counts those of each client.',
  getTracker: 'getTracker decides whose requests count together; the lane counts those of each client.',
  storage: 'Its store is shared: the lane counts as the store in memory does.',
};
const SETTINGS = ['ttl', 'limit', 'name', 'blockDuration'];
/** In which limits stand. */
const CALLS = ['Throttle', '@Throttle', '@SkipThrottle', 'forRoot', 'forRootAsync'];

const PER_ROUTE = countsApart('route');
const ON_ROUTE = 'It replaces the module’s limit on its routes.';
const LEAVES =
  'Each of its hits leaves after ttl; those of the lane leave together. Before version 6 a refusal shut nobody out.';

export const nest: ConfigReader = {
  id: 'rate-limiter-flexible',
  name: 'Nest’s throttler',
  language: 'javascript',
  sign: /\bThrottlerModule\b|@Throttle\(/,
  understands: 'ttl and limit of ThrottlerModule and @Throttle with numbers',
  charge: 'in-order',
  read(text, findings) {
    const calls = callsIn(text, 'javascript', CALLS, findings).filter(
      ({ name, on }) => !name.startsWith('for') || pathOf(on) === 'ThrottlerModule',
    );
    for (const call of calls) {
      if (call.name === '@SkipThrottle') findings.problem(call.line, `@SkipThrottle ${PASSES}`);
      // `@Throttle(10, 60)`
      else if (call.name.endsWith('Throttle') && call.args.length === 2) {
        const [limit, ttl] = call.args as [Value, Value];
        add(
          new Map([
            ['limit', limit],
            ['ttl', ttl],
          ]),
          call.line,
          { isOld: true, isOfRoute: true, name: '', group: '' },
          findings,
        );
      } else if (call.name === '@Throttle') noteUnread(call, findings);
    }
    for (const { fields, line, brace, from } of recordsIn(text, 'javascript', [...SETTINGS, ...Object.keys(OTHERS)])) {
      const call = calls.findLast(({ text: said, to }) => from < to && from >= to - said.length);
      if (call === undefined || call.name === '@SkipThrottle') continue;
      if (!fields.has('ttl') && !fields.has('limit')) {
        for (const [name, { line: at }] of fields) if (OTHERS[name] !== undefined) findings.problem(at, OTHERS[name]);
        continue;
      }
      const opening = text.slice(Math.max(0, brace - FARTHEST), brace);
      const isOfRoute = call.name.endsWith('Throttle');
      const name = isOfRoute ? (/(\w+)\s{0,99}:\s{0,99}$/.exec(opening)?.[1] ?? '') : nameIn(fields);
      add(
        fields,
        line,
        {
          isOld: !isOfRoute && /(\(|\breturn)\s{0,99}$/.test(opening),
          isOfRoute,
          name,
          group: isOfRoute ? '' : `${call.to}`,
        },
        findings,
      );
    }
  },
};

/** Says of `@Throttle({ short: SHORT })` that a limit of it is elsewhere. */
function noteUnread({ args, line }: Call, findings: Findings): void {
  const [first] = args;
  const limits = first?.kind === 'object' ? [...first.fields.values()] : args;
  for (const limit of limits)
    if (limit.kind !== 'object')
      findings.problem(line, `@Throttle gets ${brief(limit.text)}: only an object with limit and ttl is understood.`);
}

/** Longer than a name and blanks before a brace. */
const FARTHEST = 100;

function nameIn(fields: Fields): string {
  const name = fields.get('name');
  return name?.kind === 'string' ? name.value : '';
}

interface Place {
  /** As until version 5. */
  readonly isOld: boolean;
  readonly isOfRoute: boolean;
  readonly name: string;
  readonly group: string;
}

function add(fields: Fields, line: number, { isOld, isOfRoute, name, group }: Place, findings: Findings): void {
  const n = numberIn(fields.get('limit'), 'limit', line, findings);
  const T = timeIn(fields.get('ttl'), 'ttl', line, isOld ? SECOND : MILLISECOND, findings);
  if (n === null || T === null) return;
  const block = timeIn(fields.get('blockDuration'), 'blockDuration', line, MILLISECOND, findings, isOld ? 0 : T);
  if (block === null) return;
  const named = name === '' || name === 'default' ? '' : `, of ${brief(name)}`;
  findings.limit(
    line,
    `limit ${n}, ttl ${brief(fields.get('ttl')?.text ?? '')}${named}`,
    { n, T, capacity: null },
    block === 0 ? {} : { blockDuration: secondsFromMicros(block), burstPoints: 'none' },
    [
      block === 0 ? COUNTS_REFUSED : LEAVES,
      PER_ROUTE,
      isOfRoute && ON_ROUTE,
      ...[...fields.keys()].map((setting) => lookUp(OTHERS, setting)),
    ],
    { limiter: block === 0 ? 'sliding-log' : 'rate-limiter-flexible', group, isException: isOfRoute },
  );
}
