/** The one screen. */
import { lazy, Suspense, useEffect } from 'react';
import { useApp } from '../store/react.tsx';
import styles from './App.module.css';
import { Caption } from './caption/Caption.tsx';
import { Dock } from './dock/Dock.tsx';
import { Header } from './header/Header.tsx';
import { useKeyboard } from './keyboard.ts';
import { Lanes } from './lanes/Lanes.tsx';
import { PolicyBar } from './policy/PolicyBar.tsx';
import { PolicyChips } from './policy/PolicyChips.tsx';
import { TrafficTrack } from './traffic/TrafficTrack.tsx';
import { useLayout } from './useLayout.ts';
import { useSender } from './useSend.ts';

const Details = lazy(() => import('./details/Details.tsx'));
const Dialogs = lazy(() => import('./dialogs/Dialogs.tsx'));

export function App() {
  const layout = useLayout();
  const sender = useSender();
  useKeyboard(sender);
  useThemeAttribute();
  useTitle();
  const drawer = useApp((state) => state.drawer !== null);
  const dialog = useApp((state) => state.dialog !== null);
  const phone = layout.width === 'phone';
  const chips = phone || layout.lower;
  return (
    <div className={styles['app']} data-width={layout.width}>
      <a
        className="skip-link"
        href="#lanes"
        onClick={(event) => {
          // The fragment belongs to shared runs.
          event.preventDefault();
          document.querySelector<HTMLElement>('#lanes')?.focus();
        }}
      >
        Skip to lanes
      </a>
      <Header layout={layout} />
      <main className={styles['main']} aria-label="Playground">
        {!chips && <PolicyBar />}
        <Caption layout={layout} />
        {!phone && !layout.low && <TrafficTrack layout={layout} />}
        <Lanes layout={layout} />
        {drawer && (
          <Suspense>
            <Details />
          </Suspense>
        )}
        {chips && <PolicyChips />}
        <Dock layout={layout} sender={sender} />
      </main>
      {dialog && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
    </div>
  );
}

/** The reader's choice of colours wins over the system's. */
function useThemeAttribute(): void {
  const theme = useApp((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

function useTitle(): void {
  const title = useApp((state) => state.scenario.title);
  useEffect(() => {
    document.title = title === '' ? 'Spillway' : `${title} · Spillway`;
  }, [title]);
}
