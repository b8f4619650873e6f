/** Dialogs, notices and the status line. */
import type { ActionContext } from './actionContext.ts';
import type { documentActions } from './documentActions.ts';
import type { DialogState, NoticeAction, NoticeKind } from './slices/dialogs.ts';
import { showingDrawer } from './slices/view.ts';
import type { Works } from './works/works.ts';

type DocumentActions = ReturnType<typeof documentActions>;

export function dialogActions(context: ActionContext, { undo }: DocumentActions, works: Works) {
  const { store, get, set, player, selectInLane, showStatus } = context;
  const orNotify = (done: Promise<unknown>): void => {
    done.catch((error: Error) => store.notify({ kind: 'work', text: error.message, actions: [{ do: 'dismiss' }] }));
  };
  return {
    say: showStatus,
    notify: store.notify,
    openDialog: (dialog: DialogState | null) => {
      // Playback continues under a card, and the selection moves to the card's lane.
      if (dialog !== null && dialog.name !== 'card') player.pause();
      const lane = dialog?.name === 'card' ? dialog.lane : null;
      if (lane !== null) selectInLane(lane);
      set({ dialog, hoveredAt: null });
    },
    /** A letter for a dialog that is still loading: lost, unless it begins with a search. */
    typeAhead: (letter: string) => {
      const { dialog } = get();
      if (dialog?.name === 'palette' || dialog?.name === 'presets' || dialog?.name === 'limiter')
        set({ dialog: { ...dialog, search: (dialog.search ?? '') + letter } });
    },
    /** Performs the action of a notice's button. */
    act: (action: NoticeAction, kind: NoticeKind) => {
      switch (action.do) {
        case 'run-again':
          store.removeNotices('worker');
          store.rerun();
          break;
        case 'undo':
          store.removeNotices(kind);
          undo();
          break;
        case 'edit-phase':
          // The notice stays until it is no longer true.
          set({ focusedPhase: action.phase, ...showingDrawer(get(), 'traffic') });
          break;
        case 'edit-fault':
          set({ clusterPart: { of: 'fault', index: action.fault }, ...showingDrawer(get(), 'cluster') });
          break;
        case 'open-work':
          store.removeNotices(kind);
          orNotify(works.open(action.id));
          break;
        case 'copy-work':
          orNotify(works.goOnInCopy());
          break;
        case 'take-over':
          orNotify(works.takeOver());
          break;
        case 'reload':
          store.reloadPage();
          break;
        case 'dismiss':
          store.removeNotices(kind);
          break;
        case 'copy':
        case 'show':
        case 'open-file':
        case 'save-file':
          // The page handles these: they need the clipboard or the DOM.
          break;
      }
    },
  };
}
