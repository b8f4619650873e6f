/** The open dialog. Larger ones are loaded on first use; Share is bundled, since it must copy immediately. */
import type { ReactElement } from 'react';
import { loadSystems } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { Later } from '../ui/Later.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { ShareDialog } from './ShareDialog.tsx';

const PresetsDialog = lazyPart(() => withSystems(import('./PresetsDialog.tsx')));
const NewDialog = lazyPart(() => import('./NewDialog.tsx'));
const PaletteDialog = lazyPart(() => withSystems(import('../palette/PaletteDialog.tsx')));
const LimiterDialog = lazyPart(() => withSystems(import('./LimiterPickerDialog.tsx')));
const CardDialog = lazyPart(() => withSystems(import('./LimiterPageDialog.tsx')));
const LaneTableDialog = lazyPart(() => import('./LaneTableDialog.tsx'));
const PictureDialog = lazyPart(() => import('../picture/RunPictureDialog.tsx'));
const ReportDialog = lazyPart(() => withSystems(import('../report/ReportDialog.tsx')));
const DecisionsDialog = lazyPart(() => import('./DecisionsFileDialog.tsx'));
const LogDialog = lazyPart(() => import('../tune/log/LogDialog.tsx'));
const LessonsDialog = lazyPart(() => import('../learn/LessonsDialog.tsx'));
const Present = lazyPart(() => import('../teach/Present.tsx'));
const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'));
const WorksDialog = lazyPart(() => import('../works/WorksDialog.tsx'));
const ExactnessDialog = lazyPart(() => import('./ExactnessDialog.tsx'));

/** A part that lists, describes or searches all limiters: the real systems come with it. */
async function withSystems<T>(part: Promise<T>): Promise<T> {
  await loadSystems();
  return part;
}

export default function Dialogs(): ReactElement {
  return (
    <Later>
      <CurrentDialog />
    </Later>
  );
}

function CurrentDialog(): ReactElement | null {
  const dialog = useAppState((state) => state.dialog);
  switch (dialog?.name) {
    case 'presets':
      return <PresetsDialog search={dialog.search} />;
    case 'new':
      return <NewDialog />;
    case 'palette':
      return <PaletteDialog search={dialog.search} />;
    case 'limiter':
      return <LimiterDialog lane={dialog.lane} search={dialog.search} />;
    case 'card':
      return <CardDialog limiter={dialog.limiter} lane={dialog.lane} picking={dialog.picking} />;
    case 'table':
      return <LaneTableDialog lane={dialog.lane} />;
    case 'picture':
      return <PictureDialog lane={dialog.lane} />;
    case 'report':
      return <ReportDialog />;
    case 'decisions':
      return <DecisionsDialog lane={dialog.lane} />;
    case 'log':
      return <LogDialog files={dialog.files} />;
    case 'lessons':
      return <LessonsDialog first={dialog.part} />;
    case 'present':
      return <Present />;
    case 'share':
      return <ShareDialog />;
    case 'works':
      return <WorksDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'exactness':
      return <ExactnessDialog />;
    case undefined:
      return null;
  }
}
