/** The whole state: one slice per part of the screen. */
import type { DialogsSlice } from './slices/dialogs.ts';
import type { DocumentSlice } from './slices/document.ts';
import type { RunSlice } from './slices/run.ts';
import type { TransportSlice } from './slices/transport.ts';
import type { ViewSlice } from './slices/view.ts';

export type { Notice, NoticeAction, TitledText } from './slices/dialogs.ts';
export type { ExplainedDecision, FairnessAnswer, MeasuredProfile, Result } from './slices/run.ts';
export type { PhaseSelection, Range, Theme } from './slices/view.ts';

export type State = DocumentSlice & RunSlice & ViewSlice & TransportSlice & DialogsSlice;
