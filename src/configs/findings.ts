/** What is found in a config text: limits as lanes have them, and lines that are not understood. */
import { policyProblem, problemMessage, secondsFromMicros, type Duration, type Options } from '../sim/index.ts';
import { refusal } from './refusal.ts';
import type { SharedLimit } from './shared.ts';

/** One limit found in a text, as a lane has it. */
export interface FoundLimit {
  /** The product's limiter. */
  readonly limiter: string;
  /** T in microseconds. Capacity null: it is n, or the product has none. */
  readonly policy: FoundPolicy;
  /** What the text decides, by knob id. An option that it cannot say is not here: a lane keeps its own. */
  readonly options: Options;
  /** Where it stands, from 1. */
  readonly line: number;
  /** The text itself and its place: `limit_req zone=api burst=18 nodelay, in location /api/`. */
  readonly what: string;
  /** What of the text a lane does not show: a sentence each. */
  readonly notes: readonly string[];
  /** The same requests pass all limits of one group: the limits of a location, say. Absent: it stands alone. */
  readonly group?: string;
  /** All requests share it, whoever sends them. Absent: each key has its own. */
  readonly key?: 'all';
  /** It stands in for another limit of the text, for a part of its requests: it is listed after those that are no such. */
  readonly isException?: true;
  /** How it is charged with others of its group, where its limiter does not say. */
  readonly charge?: Charge;
}

/** Several limits of the same requests: a limit is charged only where all admit, or each as the request passes it. */
export type Charge = 'together' | 'in-order';

export interface FoundPolicy {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number | null;
}

/** What is not understood, or cannot be a lane: a sentence, at its line (from 1). */
export interface ConfigProblem {
  readonly line: number;
  readonly message: string;
}

/** Problems reported; a file of something else does not need ten thousand sentences. */
const MAX_PROBLEMS = 100;
const MAX_LIMITS = 1_000;
const MAX_LENGTH = 300;

/** The product whose text it is. */
interface LimitsOf {
  /** Of its limiter. */
  readonly id: string;
  readonly shared?: SharedLimit;
  readonly charge?: Charge;
}

interface FoundElsewhere extends Pick<FoundLimit, 'group'> {
  /** Of a product that has two. */
  readonly limiter?: string;
  readonly key?: 'each' | 'all' | undefined;
  readonly isException?: boolean;
}

export class Findings {
  readonly limits: FoundLimit[] = [];
  readonly problems: ConfigProblem[] = [];
  private readonly product: LimitsOf;
  /** The T that a lane has already, which stays where the limit can be said with it. */
  readonly keepT: Duration | undefined;

  constructor(product: LimitsOf, keepT: Duration | undefined) {
    this.product = product;
    this.keepT = keepT;
  }

  problem(line: number, sentence: string): void {
    const message = sentence.length <= MAX_LENGTH ? sentence : `${sentence.slice(0, MAX_LENGTH)}…`;
    const isKnown = this.problems.some((one) => one.line === line && one.message === message);
    if (!isKnown && this.problems.length < MAX_PROBLEMS) this.problems.push({ line, message });
  }

  /**
   * Adds the limit, or says at its line why it can be no lane.
   * @param key what the text says of it; left out, it is what the product's limits are
   */
  limit(
    line: number,
    what: string,
    policy: FoundPolicy,
    options: Options = {},
    notes: readonly (string | false | undefined)[] = [],
    { limiter = this.product.id, group, key, isException }: FoundElsewhere = {},
  ): void {
    const { shared, charge } = this.product;
    const isOfAll = key === undefined ? shared !== undefined : key === 'all';
    const reason = outOfRange(policy) ?? refusal(limiter, policy, options);
    if (reason !== null) this.problem(line, `${what}: ${reason}`);
    else if (this.limits.length < MAX_LIMITS) {
      const object = key === undefined && shared?.isObject === true && `This is ${shared.is}. ${shared.perClient}`;
      const said = [...notes, object].filter((note): note is string => typeof note === 'string');
      this.limits.push({
        limiter,
        policy,
        options,
        line,
        what,
        notes: said,
        ...(group && { group }),
        ...(isOfAll && { key: 'all' }),
        ...(isException === true && { isException }),
        ...(group && charge && { charge }),
      });
    } else
      this.problem(this.limits.at(-1)?.line ?? line, 'This text has more than 1,000 limits: the rest are not read.');
  }
}

function outOfRange({ n, T, capacity }: FoundPolicy): string | null {
  const problem =
    policyProblem('n', n) ??
    policyProblem('T', secondsFromMicros(T), 'T in seconds') ??
    (capacity === null ? undefined : policyProblem('capacity', capacity));
  return problem === undefined ? null : problemMessage(problem);
}
