/** What every product has that config text is written for and read from. */
import type { Duration, Options, Policy } from '../sim/index.ts';
import type { Charge, Findings } from './findings.ts';
import type { SharedLimit } from './shared.ts';

/** What of a lane a config says. Times in microseconds; `options` by knob id, complete. */
export interface ConfigLane {
  readonly policy: Policy;
  readonly options: Options;
  /** Whether each key has a limit of its own, as if absent, or all share one. */
  readonly key?: 'each' | 'all';
}

export interface PrintedConfig {
  readonly text: string;
  /** Under which the product would look for it: `nginx.conf`. */
  readonly fileName: string;
  /** A name that editors know: `yaml`. */
  readonly language: string;
  /** What the text leaves open, or where else it has to be said: a sentence each. */
  readonly notes: readonly string[];
}

/** The product has no way to say this policy or option. The message is a sentence with the nearest that it has. */
export class CannotPrintError extends Error {
  override readonly name = 'CannotPrintError';
  /** Policies that it can say, the nearest first; none where an option is at fault. */
  readonly nearest: readonly Policy[];

  constructor(message: string, nearest: readonly Policy[] = []) {
    super(message);
    this.nearest = nearest;
  }
}

/** The product's own way to count what it would refuse, without refusing it. */
export interface DryRun {
  /** The config in that mode. @throws {CannotPrintError} */
  print(lane: ConfigLane): string;
  /** What to count there: a line of a log, a variable, a counter. */
  readonly collect: string;
  /** How that count compares with what a run here predicts. */
  readonly comparison: string;
}

/** Which T a product takes: a few spans, or a whole number of units. */
export type TimeGrid =
  | { readonly spans: readonly Duration[] }
  | { readonly unit: Duration; readonly least?: Duration; readonly most?: Duration };

/** How a product takes several limits for the same requests. */
export interface StackForm {
  readonly charge: Charge;
  /** The limits in their order, at least two, some of them perhaps for all keys. @throws {CannotPrintError} */
  print(lanes: readonly ConfigLane[]): string;
}

/** What config text is read from. One that is no `ConfigProduct` has no limiter of its own: its limits are lanes of others. */
export interface ConfigReader {
  /** The limiter that its limits are, where none is said: an id. */
  readonly id: string;
  /** Absent: it is called as that limiter. */
  readonly name?: string;
  readonly language: string;
  /** In every text of this product's that holds a limit, and as rarely as possible in others. */
  readonly sign: RegExp;
  /** Where that alone is in many others: what has to be somewhere in the text, too. */
  readonly alsoSign?: RegExp;
  /** What of its texts is read, in words that end a sentence: `token_bucket of a filter in YAML or JSON`. */
  readonly understands: string;
  /** Present: a limit is one for all requests together, unless its text says otherwise. Absent: one for each key. */
  readonly shared?: SharedLimit;
  /** How several limits of the same requests are charged. Absent: as the product of that limiter does, or together. */
  readonly charge?: Charge;
  /** It reads Terraform besides its own language. */
  readonly readsTerraform?: true;
  /** In code that it reads besides YAML or JSON. */
  readonly codeSign?: RegExp;
  /** Adds each limit in the text, and each line that is not understood. Never throws, whatever the text is. */
  read(text: string, findings: Findings): void;
}

export interface ConfigProduct extends ConfigReader {
  /** Other words for it on the command line: `nginx`. */
  readonly aliases: readonly string[];
  readonly fileName: string;
  /** Whether its text can say a limit for all keys together: `print` then writes the lane's key. */
  readonly sharesLimits?: true;
  /** Absent: any T of a lane can be written. */
  readonly timeGrid?: TimeGrid;
  /** Policies that it can say, by a rule of its own; where absent, they follow from the grid of T. */
  nearest?(lane: ConfigLane): readonly Policy[];
  /** The limit as text. The policy and options are such as the limiter itself takes. @throws {CannotPrintError} */
  print(lane: ConfigLane): string;
  /** What the printed text does not say. */
  notes?(lane: ConfigLane): readonly string[];
  readonly dryRun?: DryRun;
  /** Absent: it takes one limit, or charges in another way than a stack does. */
  readonly stack?: StackForm;
}
