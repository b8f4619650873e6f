/** Dialogs, notices and the status line. */

/** What is typed while a dialog that begins with a search is loading, which begins with that. */
interface Searched {
  readonly search?: string;
}

/**
 * Lane numbers count from 0; a limiter chosen with `lane` null makes a new lane. A card with `lane` null shows the limiter
 * in the first lane that has it, or else previews it on the scenario's traffic. `picking` is set if the card was opened
 * from the limiter picker, for that lane.
 */
export type DialogState =
  | ({ readonly name: 'presets' | 'palette' } & Searched)
  | { readonly name: 'new' }
  | ({ readonly name: 'limiter'; readonly lane: number | null } & Searched)
  | {
      readonly name: 'card';
      readonly limiter: string;
      readonly lane: number | null;
      readonly picking: { readonly lane: number | null } | null;
    }
  | { readonly name: 'table'; readonly lane: number }
  /** All lanes where `lane` is null. */
  | { readonly name: 'picture' | 'decisions'; readonly lane: number | null }
  | { readonly name: 'report' }
  /** These files are read at once; without any, it asks for some. */
  | { readonly name: 'log'; readonly files: readonly File[] }
  /** Begins with the lessons, unless it is said otherwise. */
  | { readonly name: 'lessons'; readonly part?: 'confusions' }
  | { readonly name: 'present' }
  | { readonly name: 'share' }
  | { readonly name: 'works' }
  | { readonly name: 'shortcuts' }
  | { readonly name: 'exactness' };

/** A text that could not be opened, with what it is: `The text of run.json`. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** What a notice's button does; its label is the view's. */
export type NoticeAction =
  | { readonly do: 'run-again' }
  | { readonly do: 'undo' }
  /** Opens the form of the phase, or fault, that the notice is about. */
  | { readonly do: 'edit-phase'; readonly phase: number }
  | { readonly do: 'edit-fault'; readonly fault: number }
  /** Asks for the file with the recording that the run lacks. */
  | { readonly do: 'open-file' }
  | ({ readonly do: 'copy' | 'show' } & TitledText)
  /** Opens a work that is kept in this browser. */
  | { readonly do: 'open-work'; readonly id: string }
  /** For a work that another tab has. */
  | { readonly do: 'copy-work' }
  | { readonly do: 'take-over' }
  | { readonly do: 'save-file' }
  /** Loads the page anew, after the work has been saved. */
  | { readonly do: 'reload' }
  | { readonly do: 'dismiss' };

/** Most severe first: one notice is shown at a time. */
const NOTICE_KINDS = ['worker', 'defect', 'refused', 'work', 'link', 'linked-run', 'storage', 'release'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** Whether it says that something has been done, and nothing is wrong. */
  readonly done?: boolean;
}

export interface DialogsSlice {
  readonly dialog: DialogState | null;
  /** At most one of each kind, most severe first. */
  readonly notices: readonly Notice[];
  /** The status line's text, one sentence; empty for none. */
  readonly status: string;
}

export const initialDialogs: DialogsSlice = { dialog: null, notices: [], status: '' };

type Notices = Pick<DialogsSlice, 'notices'>;

/** Adds a notice, replacing one of the same kind. */
export function withNotice({ notices }: Notices, notice: Notice): Notices {
  const others = notices.filter(({ kind }) => kind !== notice.kind);
  return {
    notices: [...others, notice].sort((a, b) => NOTICE_KINDS.indexOf(a.kind) - NOTICE_KINDS.indexOf(b.kind)),
  };
}

/** Removes notices of these kinds; returns the same state if there are none. */
export function withoutNotices<S extends Notices>(state: S, kinds: readonly NoticeKind[]): S | Notices {
  const notices = state.notices.filter(({ kind }) => !kinds.includes(kind));
  return notices.length === state.notices.length ? state : { notices };
}
