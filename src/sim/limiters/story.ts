/** How the rule of a real system is known. */

/** Runs of the product itself whose decisions this repository holds, every one of which its rule makes as well. */
export interface Recorded {
  /** What was run, with its release. */
  readonly recorded: string;
  readonly runs: number;
  readonly decisions: number;
}

/** Where a product is, how its rule is known, and what surprises people who use it. */
export interface SystemStory {
  /** What else people look for who mean it: its language or platform, and names of its settings. */
  readonly keywords: readonly string[];
  /** The product in full: `Spring Cloud Gateway, RequestRateLimiter`. */
  readonly product: string;
  /** What was read, or run: a release, or a commit of its source. */
  readonly release: string;
  /** Repository and files, or the vendor's page. */
  readonly source: string;
  /**
   * `source read`: the rule is the source's own. `as documented`: there is only the vendor's word for it. Recorded: its
   * source was read, and what it decided is recorded here.
   */
  readonly evidence: 'source read' | 'as documented' | Recorded;
  /** The limiter of the catalogue that it decides like, and under what circumstances. */
  readonly equals?: string;
  /** Where its counters are: one set in each process, one for all processes of a server, one in Redis, or the vendor's own. */
  readonly runs: 'per process' | 'per server' | 'in Redis' | 'managed';
  /** It stays an ideal that all nodes of a cluster share: links have it so from before systems ran on nodes. */
  readonly sharedIdeal?: true;
  /** What it does that neither its documentation nor its name makes one expect; a sentence each. */
  readonly traps: readonly string[];
}

/** Whether the nodes of a cluster run it, each its own or against Redis; all others are an ideal that nodes share. */
export function runsOnNodes(story: SystemStory | undefined): boolean {
  return story !== undefined && story.runs !== 'managed' && story.sharedIdeal !== true;
}
