/** What the page says and asks: its dialog, its notices, and the status line. */
import type { SavedWork } from '../persistence.ts';

/**
 * Lane numbers count from 0; a limiter chosen with `lane` null makes a new lane. A card with `lane` null shows the limiter
 * in the first lane that has it, or else tries it on the scenario's traffic. `picking` is set if the card was opened while
 * a limiter is being chosen, for that lane.
 */
export type DialogState =
  | { readonly name: 'presets' }
  | { readonly name: 'limiter'; readonly lane: number | null }
  | {
      readonly name: 'card';
      readonly limiter: string;
      readonly lane: number | null;
      readonly picking: { readonly lane: number | null } | null;
    }
  | { readonly name: 'share' }
  | { readonly name: 'shortcuts' }
  | { readonly name: 'exactness' };

/** What a notice's button does; its label is the view's. */
export type NoticeAction =
  | { readonly do: 'run-again' }
  | { readonly do: 'undo' }
  /** Opens the form of the phase, or fault, that the notice is about. */
  | { readonly do: 'edit-phase'; readonly phase: number }
  | { readonly do: 'edit-fault'; readonly fault: number }
  | { readonly do: 'copy'; readonly text: string }
  | { readonly do: 'show'; readonly text: string }
  | { readonly do: 'back-to-work'; readonly kept: SavedWork }
  | { readonly do: 'dismiss' };

/** The gravest first: one notice is shown at a time. */
const NOTICE_KINDS = ['worker', 'defect', 'refused', 'link', 'linked-run', 'storage'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

export interface DialogsSlice {
  readonly dialog: DialogState | null;
  /** At most one of a kind, the gravest first. */
  readonly notices: readonly Notice[];
  /** What worked, in one sentence, for the status line. */
  readonly status: string;
}

export const initialDialogs: DialogsSlice = { dialog: null, notices: [], status: '' };

type Notices = Pick<DialogsSlice, 'notices'>;

/** With this notice in place of another of its kind. */
export function withNotice({ notices }: Notices, notice: Notice): Notices {
  const others = notices.filter(({ kind }) => kind !== notice.kind);
  return {
    notices: [...others, notice].sort((a, b) => NOTICE_KINDS.indexOf(a.kind) - NOTICE_KINDS.indexOf(b.kind)),
  };
}

/** Without notices of these kinds; the very same state if there are none. */
export function withoutNotices<S extends Notices>(state: S, kinds: readonly NoticeKind[]): S | Notices {
  const notices = state.notices.filter(({ kind }) => !kinds.includes(kind));
  return notices.length === state.notices.length ? state : { notices };
}
