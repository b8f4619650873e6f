/** The three tools of the track, which decide what a drag does. */
import type { ReactElement } from 'react';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import type { TrackTool } from './pointerActions.ts';

const TOOLS: readonly { readonly value: TrackTool; readonly label: string }[] = [
  { value: 'move', label: 'Move' },
  { value: 'paint', label: 'Paint' },
  { value: 'select', label: 'Select' },
];

interface TrackToolsProps {
  readonly tool: TrackTool;
  readonly onChange: (tool: TrackTool) => void;
}

export function TrackTools({ tool, onChange }: TrackToolsProps): ReactElement {
  return <SegmentedControl label="Tool of the track" options={TOOLS} value={tool} onChange={onChange} />;
}
