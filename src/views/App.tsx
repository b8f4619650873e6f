/** The one screen. */
import { useEffect, type FunctionComponent } from 'react';
import { useActions, useAppState } from '../store/playgroundContext.tsx';
import { stageOf } from '../store/selectors.ts';
import styles from './App.module.css';
import { lazyPart } from './ui/lazyPart.ts';
import { Caption, Notices } from './caption/Caption.tsx';
import { Dock } from './dock/Dock.tsx';
import { DropTarget } from './DropTarget.tsx';
import { Header } from './header/Header.tsx';
import { LazyPart } from './LazyPart.tsx';
import { Printing } from './Printing.tsx';
import { useKeyboard } from './useKeyboard.ts';
import { Lanes } from './lanes/Lanes.tsx';
import { PhoneTools } from './lanes/PhoneTools.tsx';
import { PolicyBar } from './policy/PolicyBar.tsx';
import { PolicyChips } from './policy/PolicyChips.tsx';
import { TrafficTrack } from './track/TrafficTrack.tsx';
import { firstChart, useFirstChart } from './hooks/firstChart.ts';
import { useLayout } from './hooks/useLayout.ts';
import { useSender } from './hooks/useSender.ts';

/** A part that can wait for what it speaks of or moves over. */
function laterPart(load: () => Promise<{ default: FunctionComponent }>) {
  return lazyPart(async () => {
    await firstChart;
    return load();
  });
}

const Heard = laterPart(() => import('./heard/Heard.tsx'));
const FallingRequests = laterPart(() => import('./charts/motion/FallingRequests.tsx'));
const Learn = lazyPart(() => import('./learn/Learn.tsx'));
const MakeLesson = lazyPart(() => import('./teach/MakeLesson.tsx'));
const Tune = lazyPart(() => import('./tune/Tune.tsx'));
const Details = lazyPart(() => import('./Details.tsx'));
const Dialogs = lazyPart(() => import('./dialogs/Dialogs.tsx'));

export function App() {
  const learning = useAppState((state) => state.mode === 'learn');
  const making = useAppState((state) => state.making);
  const layout = useLayout(learning);
  const sender = useSender();
  const actions = useActions();
  const restShown = useFirstChart();
  useKeyboard(sender);
  useThemeAttribute();
  useDocumentTitle();
  const stage = useAppState(stageOf);
  const drawer = useAppState((state) => stageOf(state) === 'run' && state.drawer !== null);
  const dialog = useAppState((state) => state.dialog !== null);
  const futureHidden = useAppState((state) => state.futureHidden);
  const phone = layout.width === 'phone';
  const showChips = phone || layout.veryShort;
  return (
    <div
      className={styles['app']}
      data-width={layout.width}
      data-drawer={drawer ? 'open' : undefined}
      data-future={futureHidden ? 'hidden' : undefined}
      data-text={learning ? (layout.beside ? 'beside' : 'below') : undefined}
    >
      {stage === 'run' ? <SkipLink to="lanes" /> : <SkipLink to="clients" />}
      <Header layout={layout} />
      <main className={styles['main']} aria-label="Playground">
        {learning && (
          <LazyPart onClose={() => actions.setMode('run')}>
            {making ? <MakeLesson beside={layout.beside} /> : <Learn beside={layout.beside} />}
          </LazyPart>
        )}
        <div className={styles['stage']}>
          {!showChips && <PolicyBar />}
          {stage === 'tune' ? (
            <>
              <Notices />
              <LazyPart onClose={() => actions.setMode('run')} meanwhile={<TuneSkeleton />}>
                <Tune layout={layout} policy={showChips && <PolicyChips />} />
              </LazyPart>
            </>
          ) : (
            <>
              <Caption layout={layout} />
              {phone && <PhoneTools />}
              <TrafficTrack layout={layout} />
              <Lanes width={layout.width} />
              {drawer && (
                <LazyPart onClose={() => actions.openDrawer(null)}>
                  <Details />
                </LazyPart>
              )}
              {showChips && <PolicyChips />}
              {restShown ? (
                <Dock
                  layout={layout}
                  sender={sender}
                  heard={
                    <LazyPart>
                      <Heard />
                    </LazyPart>
                  }
                />
              ) : (
                <div className="boot-dock" />
              )}
            </>
          )}
        </div>
      </main>
      {stage === 'run' && (
        <LazyPart>
          <FallingRequests />
        </LazyPart>
      )}
      <DropTarget />
      <Printing />
      {dialog && (
        <LazyPart onClose={() => actions.openDialog(null)}>
          <Dialogs />
        </LazyPart>
      )}
    </div>
  );
}

/** For the keyboard: past the header and the policy. */
function SkipLink({ to }: { to: 'lanes' | 'clients' }) {
  return (
    <a
      className="skip-link"
      href={`#${to}`}
      onClick={(event) => {
        // The fragment belongs to shared runs.
        event.preventDefault();
        document.querySelector<HTMLElement>(`#${to}`)?.focus();
      }}
    >
      Skip to {to}
    </a>
  );
}

/** As the page's first paint has it, see boot.css. */
function TuneSkeleton() {
  return (
    <div className="boot-tune" aria-hidden>
      <b />
      <i />
      <i />
      <i />
      <i />
      <b />
    </div>
  );
}

/** The user's theme takes precedence over the system's. */
function useThemeAttribute(): void {
  const theme = useAppState((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

function useDocumentTitle(): void {
  const title = useAppState((state) => state.scenario.title);
  const mode = useAppState((state) => state.mode);
  useEffect(() => {
    const rest = mode === 'run' ? '' : ` · ${mode === 'tune' ? 'Tune' : 'Learn'}`;
    document.title = title === '' ? 'Spillway: rate limiters side by side' : `${title}${rest} · Spillway`;
  }, [title, mode]);
}
