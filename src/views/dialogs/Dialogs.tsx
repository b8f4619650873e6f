/** The dialog that is open. The larger ones are loaded when first asked for; Share copies at once, so it is here already. */
import { lazy, Suspense, type ReactElement } from 'react';
import { useApp } from '../../store/react.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const PresetsDialog = lazy(() => import('./PresetsDialog.tsx'));
const LimiterDialog = lazy(() => import('./LimiterDialog.tsx'));
const CardDialog = lazy(() => import('./CardDialog.tsx'));
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'));
const ExactnessDialog = lazy(() => import('./ExactnessDialog.tsx'));

export default function Dialogs(): ReactElement {
  return (
    <Suspense>
      <Open />
    </Suspense>
  );
}

function Open(): ReactElement | null {
  const dialog = useApp((state) => state.dialog);
  switch (dialog?.name) {
    case 'presets':
      return <PresetsDialog />;
    case 'limiter':
      return <LimiterDialog lane={dialog.lane} />;
    case 'card':
      return <CardDialog limiter={dialog.limiter} lane={dialog.lane} picking={dialog.picking} />;
    case 'share':
      return <ShareDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'exactness':
      return <ExactnessDialog />;
    case undefined:
      return null;
  }
}
