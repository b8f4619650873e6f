/** Works as the page sees them: everything kept in this browser, by name, and which of it this tab holds. */
import type { LinkView, Scenario } from '../../sim/index.ts';
import type { Settings } from './settings.ts';
import type { Thumbnail } from './thumbnail.ts';

export interface WorkSummary {
  readonly id: string;
  /** The scenario's title; it may be empty. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly openIn: 'this-tab' | 'other-tab' | null;
  /** Of the last state that was run while it was open. */
  readonly thumbnail: Thumbnail | null;
  /** Why it cannot be opened, a sentence; null where it can. */
  readonly problem: string | null;
}

/** A state that a work once had. */
export interface WorkState {
  /** Counts up within one work. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null where it cannot be read; `problem` says why. */
  readonly scenario: Scenario | null;
  readonly problem: string | null;
}

/** Whether what a tab shows is kept, and by which tab. */
export type Holding = 'untouched' | 'held' | 'elsewhere';

export interface ImportOutcome {
  readonly added: number;
  /** A sentence for each work that could not be added, or one for a text that is no export. */
  readonly problems: readonly string[];
}

/**
 * Methods that change something reject with a `WorkProblem`, whose message is a sentence for the user, where that is not
 * possible: the work is gone, another tab has it, or nothing can be saved.
 */
export interface Works {
  /** False where nothing can be saved in this browser: the list is empty, and the page works without it. */
  readonly available: boolean;
  /** `untouched`: not kept until it is changed; `elsewhere`: another tab has it, so that an edit goes on in a copy. */
  readonly holding: Holding;
  /** Newest first, without those that were deleted. */
  list(): Promise<readonly WorkSummary[]>;
  /**
   * Opens a work in this tab. One that another tab has is shown, with a notice that offers a copy or to take it over.
   * @returns false if something else has been opened meanwhile: then that is shown
   */
  open(id: string): Promise<boolean>;
  /** Gives a scenario its title, in whichever tab it is open. */
  rename(id: string, name: string): Promise<void>;
  /** @returns the copy's id */
  duplicate(id: string): Promise<string>;
  /** Deletes a work that no other tab has open. It is gone for good only after a day. */
  delete(id: string): Promise<void>;
  /** Brings a deleted work back with its history. */
  undelete(id: string): Promise<void>;
  /** The history of a work, newest first; at most 50 states. */
  states(id: string): Promise<readonly WorkState[]>;
  /** Opens the work with an earlier state, as an undo step. @returns as `open` */
  restore(id: string, revision: number): Promise<boolean>;
  /** All works with their histories, as one JSON file. */
  exportAll(): Promise<Blob>;
  /** Adds the works of an export; one that is here already is added as a copy, never overwritten. */
  importAll(text: string): Promise<ImportOutcome>;
  /** Goes on in a copy of what is shown, which this tab then holds. */
  goOnInCopy(): Promise<void>;
  /** Takes what is shown over from the tab that has it, in its latest state. */
  takeOver(): Promise<void>;
  /** Keeps a picture of the work that this tab holds, taken when it is saved next; without a work it does nothing. */
  keepThumbnail(take: () => Thumbnail): void;
  /** Calls back when the list may have changed, in this or another tab. */
  subscribe(listener: () => void): () => void;
}

/** What a tab shows at its start. */
export type StartingPoint =
  | { readonly kind: 'work'; readonly id: string }
  /** What this tab showed before a reload, and nobody keeps. */
  | {
      readonly kind: 'shown';
      readonly scenario: Scenario;
      readonly view: LinkView | null;
      readonly captionValid: boolean;
    };

/** For the page itself: what components do not need. */
export interface TabWorks extends Works {
  /** The tab's own work or what it showed, else the work changed last; null on a first visit. */
  startingPoint(): Promise<StartingPoint | null>;
  /** What is shown now is the first visit's, which a reload need not bring back. */
  markPlaceholder(): void;
  /**
   * Saves the tab's work, so that something else can be shown.
   * @returns its id; null if it has none or cannot save it, so that what is shown next must be an undo step
   */
  letGo(): string | null;
  /** Saves what has changed; resolves once that is stored (true), or has been said to have failed. */
  flush(): Promise<boolean>;
  /** The page is being left; it may come back if the browser only freezes it. */
  leave(mayComeBack: boolean): void;
  comeBack(): Promise<void>;
  /** Keeps what was changed; the others stay as they are kept, as another tab may have changed them. */
  keepSettings(changed: Partial<Settings>): void;
}

/** Why something cannot be done with a work; the message is a sentence for the user. */
export class WorkProblem extends Error {
  override readonly name: string = 'WorkProblem';
}

/** A work whose document this release cannot read; it stays as it is. */
export class UnreadableWork extends WorkProblem {
  override readonly name = 'UnreadableWork';
  /** The document, so that it can be copied. */
  readonly text: string;

  constructor(problem: string, text: string) {
    super(problem);
    this.text = text;
  }
}
